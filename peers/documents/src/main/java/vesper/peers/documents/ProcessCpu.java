package vesper.peers.documents;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;

/**
 * CPU time of all threads of this process, read by {@code clock_gettime} with nanosecond precision. The JDK's own
 * figure has ticks of 10 ms, and a run of a fast store has only a few of them.
 */
final class ProcessCpu {
    private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
    private static final MethodHandle CLOCK_GETTIME = clockGettime();

    private ProcessCpu() {}

    static long nanos() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);
            int failed = (int) CLOCK_GETTIME.invokeExact(CLOCK_PROCESS_CPUTIME_ID, time);
            if (failed != 0) throw new IllegalStateException("clock_gettime returned " + failed);
            long seconds = time.getAtIndex(ValueLayout.JAVA_LONG, 0);
            return TimeUnit.SECONDS.toNanos(seconds) + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle clockGettime() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("clock_gettime"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    }
}
