package vesper.hosting;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The running {@link Step}s, including abandoned ones. A class whose initializer never ends occupies a processor until
 * the server stops, and operators must be able to see that. Safe for use by any thread.
 */
final class Steps {
    private final Set<Step<?>> running = ConcurrentHashMap.newKeySet();

    void add(Step<?> step) {
        running.add(step);
    }

    void remove(Step<?> step) {
        running.remove(step);
    }

    /** Returns the steps that have run for at least this long, the oldest first. */
    List<RunningStep> longRunning(Duration atLeast) {
        return running.stream()
                .map(Step::snapshot)
                .filter(step -> step.since().compareTo(atLeast) >= 0)
                .sorted(Comparator.comparing(RunningStep::since).reversed())
                .toList();
    }
}
