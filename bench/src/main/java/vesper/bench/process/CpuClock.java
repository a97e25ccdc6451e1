package vesper.bench.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The CPU-time clock of another process, in nanoseconds: {@code clock_getcpuclockid} of the C library (IEEE Std
 * 1003.1). {@code /proc} has the same time only in ticks of 10 ms, one percent of what a busy server uses in a second.
 *
 * <p>Available on 64-bit Linux, in a JVM that allows this module to call native code.
 */
@SuppressWarnings("restricted") // find() checks that native access is enabled
final class CpuClock {
    private static final Optional<CpuClock> HERE = find();

    private final MethodHandle clockOf;
    private final MethodHandle read;

    private CpuClock(MethodHandle clockOf, MethodHandle read) {
        this.clockOf = clockOf;
        this.read = read;
    }

    private static Optional<CpuClock> find() {
        boolean isKnown = System.getProperty("os.name").equals("Linux") && ADDRESS.byteSize() == Long.BYTES;
        if (!isKnown || !CpuClock.class.getModule().isNativeAccessEnabled()) return Optional.empty();
        Linker linker = Linker.nativeLinker();
        var library = linker.defaultLookup();
        return library.find("clock_getcpuclockid")
                .map(found -> new CpuClock(
                        linker.downcallHandle(found, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS)),
                        linker.downcallHandle(
                                library.findOrThrow("clock_gettime"),
                                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS))));
    }

    /**
     * Returns the CPU time of all threads of the process, ended ones included; empty if there is no such clock or
     * process.
     */
    static OptionalLong nanos(long pid) {
        return HERE.isEmpty() ? OptionalLong.empty() : HERE.get().readOf(Math.toIntExact(pid));
    }

    private OptionalLong readOf(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment clock = arena.allocate(JAVA_INT);
            if ((int) clockOf.invokeExact(pid, clock) != 0) return OptionalLong.empty();
            MemorySegment time = arena.allocate(JAVA_LONG, 2);
            if ((int) read.invokeExact(clock.get(JAVA_INT, 0), time) != 0) return OptionalLong.empty();
            return OptionalLong.of(time.getAtIndex(JAVA_LONG, 0) * 1_000_000_000 + time.getAtIndex(JAVA_LONG, 1));
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable other) {
            throw new IllegalStateException(other);
        }
    }
}
