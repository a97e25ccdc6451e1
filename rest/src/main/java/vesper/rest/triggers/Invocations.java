package vesper.rest.triggers;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Runs invocations of triggers: the part of the server that records and throttles them. */
public interface Invocations {
    /** Runs the work and does nothing else. */
    Invocations UNRECORDED = new Invocations() {
        @Override
        public <T extends @Nullable Object> T run(Invocation invocation, Callable<T> work) throws Exception {
            return work.call();
        }
    };

    /**
     * Runs the work on this thread.
     *
     * @throws InvocationRefusedException if a rule rejects it; nothing has run
     */
    <T extends @Nullable Object> T run(Invocation invocation, Callable<T> work) throws Exception;
}
