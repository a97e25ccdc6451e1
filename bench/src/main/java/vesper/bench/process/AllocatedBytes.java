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
 * What the threads of a JVM have allocated since they began, each as precisely as {@code jcmd} tells it. The exact sum that
 * a JVM has for its beans is not asked for: the agent that would tell it takes some 25 MiB and five threads of the server
 * that is measured, and listens on all addresses.
 *
 * @param byThread those that allocate, by their ids
 */
public record AllocatedBytes(Map<Long, ThreadUse> byThread) {
    /** Of a difference, by which the cut to units may be expected to move it: a standard deviation. */
    private static final double MOST_DOUBT = 0.05;

    public AllocatedBytes {
        byThread = Map.copyOf(byThread);
    }

    /** Empty where the process is no JVM that answers, or there is no jcmd. */
    public static Optional<AllocatedBytes> of(long pid, Path scratch) throws InterruptedException {
        try {
            AllocatedBytes told = of(ThreadUse.in(Jcmd.ask(pid, scratch, "Thread.print -e")));
            return told.byThread.isEmpty() ? Optional.empty() : Optional.of(told);
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
     * What was allocated meanwhile; empty where that is not known: where a thread has ended, with what it had allocated
     * until then, or where it is told in units that are too coarse for so little.
     */
    public OptionalLong since(AllocatedBytes earlier) {
        if (!byThread.keySet().containsAll(earlier.byThread.keySet())) return OptionalLong.empty();
        long bytes = 0;
        double variance = 0;
        for (Map.Entry<Long, ThreadUse> thread : byThread.entrySet()) {
            ThreadUse after = thread.getValue();
            Optional<ThreadUse> before = Optional.ofNullable(earlier.byThread.get(thread.getKey()));
            long unit = cut(after);
            long unitBefore = before.map(AllocatedBytes::cut).orElse(0L);
            // What is cut off lies anywhere between nothing and a unit: half of one, as a rule.
            bytes += after.allocatedBytes()
                    - before.map(ThreadUse::allocatedBytes).orElse(0L)
                    + (unit - unitBefore) / 2;
            variance += (squared(unit) + squared(unitBefore)) / 12;
        }
        boolean isKnown = Math.sqrt(variance) <= MOST_DOUBT * bytes;
        return isKnown ? OptionalLong.of(bytes) : OptionalLong.empty();
    }

    /** Of threads of some kinds alone: their names without digits. */
    public AllocatedBytes of(Predicate<String> kinds) {
        return new AllocatedBytes(byThread.entrySet().stream()
                .filter(thread -> kinds.test(thread.getValue().kind()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    public Set<String> kinds() {
        return byThread.values().stream().map(ThreadUse::kind).collect(Collectors.toSet());
    }

    /** What is told to the byte is not cut. */
    private static long cut(ThreadUse thread) {
        return thread.unit() <= 1 ? 0 : thread.unit();
    }

    private static double squared(long unit) {
        return (double) unit * unit;
    }
}
