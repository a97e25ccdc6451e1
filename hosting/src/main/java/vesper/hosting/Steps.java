package vesper.hosting;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The {@link Step}s that run now, those too that nobody waits for any more: a class whose initializer never ends takes
 * a processor until the server does, and somebody has to be able to see it. Any thread may call.
 */
final class Steps {
    private final Set<Step<?>> running = ConcurrentHashMap.newKeySet();

    void began(Step<?> step) {
        running.add(step);
    }

    void ended(Step<?> step) {
        running.remove(step);
    }

    /** Those that have run for so long, the oldest first. */
    List<RunningStep> lasting(Duration atLeast) {
        return running.stream()
                .map(Step::now)
                .filter(step -> step.since().compareTo(atLeast) >= 0)
                .sorted(Comparator.comparing(RunningStep::since).reversed())
                .toList();
    }
}
