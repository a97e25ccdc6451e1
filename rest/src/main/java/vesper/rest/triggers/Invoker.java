package vesper.rest.triggers;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Runs the work of one trigger, and records each piece of it as an invocation. Thread-safe. */
@FunctionalInterface
public interface Invoker {
    /**
     * Runs a piece of work on this thread. The rules of Monitor, Tracker and throttling see it as a call of the path,
     * and the code that runs can add to its transaction.
     *
     * @param path names what the work is about, {@code /timers/orders/expire/17}; rules choose by it
     * @param work its exceptions are recorded, and thrown on
     * @return what the work returns
     * @throws InvocationRefusedException if a throttling rule rejects it; nothing has run
     */
    <T extends @Nullable Object> T invoke(String path, Callable<T> work) throws Exception;
}
