package vesper.bench;

import java.time.LocalDateTime;
import java.util.Map;

/**
 * Under what circumstances an experiment was made.
 *
 * @param seed drew the order of turns
 * @param machine facts by name, in the order to show them
 */
record Setting(
        LocalDateTime startedAt,
        boolean quick,
        String engine,
        Scale scale,
        Workload workload,
        long seed,
        Map<String, String> machine) {}
