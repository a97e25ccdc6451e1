package vesper.http;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;

/**
 * Occupies a thread as a computation does, but leaves the processor to others: {@code usleep} of the C library (POSIX).
 * A virtual thread in a native call keeps its carrier, so this holds an event loop too.
 */
@SuppressWarnings("restricted")
final class ThreadHold {
    private static final MethodHandle SLEEP = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("usleep"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private ThreadHold() {}

    static void forNanos(long nanos) {
        try {
            int _ = (int) SLEEP.invokeExact(Math.toIntExact(TimeUnit.NANOSECONDS.toMicros(nanos)));
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable other) {
            throw new IllegalStateException(other);
        }
    }
}
