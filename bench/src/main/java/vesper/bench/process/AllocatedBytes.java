package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Bytes that each thread of a JVM has allocated since it started, with the precision of {@code jcmd}. The exact total
 * that the JVM offers through JMX is not used: the management agent costs the measured server some 25 MiB and five
 * threads, and it listens on all addresses.
 *
 * @param byThread threads that have allocated anything, by id
 */
public record AllocatedBytes(Map<Long, ThreadUse> byThread) {
    /** Largest accepted standard deviation of the rounding error, as a fraction of the difference. */
    private static final double MAX_RELATIVE_ERROR = 0.05;

    public AllocatedBytes {
        byThread = Map.copyOf(byThread);
    }

    /** Returns the current state; empty if the process is not a JVM that answers, or there is no jcmd. */
    public static Optional<AllocatedBytes> of(long pid, Path scratch) throws InterruptedException {
        try {
            AllocatedBytes reported = of(ThreadUse.in(Jcmd.run(pid, scratch, "Thread.print -e")));
            return reported.byThread.isEmpty() ? Optional.empty() : Optional.of(reported);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    static AllocatedBytes of(List<ThreadUse> threads) {
        return new AllocatedBytes(threads.stream()
                .filter(thread -> thread.id().isPresent() && thread.allocatedBytes() > 0)
                .collect(
                        Collectors.toMap(thread -> thread.id().getAsLong(), Function.identity(), (first, _) -> first)));
    }

    /**
     * Returns the bytes allocated since {@code earlier}; empty if unknown. That is the case if a thread has ended,
     * whose allocation is lost, or if jcmd's units are too coarse for so small a difference.
     */
    public OptionalLong since(AllocatedBytes earlier) {
        if (!byThread.keySet().containsAll(earlier.byThread.keySet())) return OptionalLong.empty();
        long bytes = 0;
        double variance = 0;
        for (Map.Entry<Long, ThreadUse> thread : byThread.entrySet()) {
            ThreadUse after = thread.getValue();
            Optional<ThreadUse> before = Optional.ofNullable(earlier.byThread.get(thread.getKey()));
            long unit = roundingUnit(after);
            long unitBefore = before.map(AllocatedBytes::roundingUnit).orElse(0L);
            // The cut-off part lies anywhere between nothing and a unit, so its expected value is half a unit.
            bytes += after.allocatedBytes()
                    - before.map(ThreadUse::allocatedBytes).orElse(0L)
                    + (unit - unitBefore) / 2;
            variance += (squared(unit) + squared(unitBefore)) / 12;
        }
        boolean isKnown = Math.sqrt(variance) <= MAX_RELATIVE_ERROR * bytes;
        return isKnown ? OptionalLong.of(bytes) : OptionalLong.empty();
    }

    /** Selects threads by kind, that is by name without digits. */
    public AllocatedBytes of(Predicate<String> kinds) {
        return new AllocatedBytes(byThread.entrySet().stream()
                .filter(thread -> kinds.test(thread.getValue().kind()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    public Set<String> kinds() {
        return byThread.values().stream().map(ThreadUse::kind).collect(Collectors.toSet());
    }

    /** Returns the unit to which jcmd cut the number; 0 if the number is exact. */
    private static long roundingUnit(ThreadUse thread) {
        return thread.unit() <= 1 ? 0 : thread.unit();
    }

    private static double squared(long unit) {
        return (double) unit * unit;
    }
}
