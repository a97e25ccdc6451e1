package vesper.bench;

import java.time.LocalDateTime;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Under what circumstances an experiment was made.
 *
 * @param ioThreads of every server; empty where each had its own number
 * @param seed drew the order of turns
 * @param machine facts by name, in the order to show them
 */
record Setting(
        LocalDateTime startedAt,
        boolean quick,
        String engine,
        Scale scale,
        Workload workload,
        OptionalInt ioThreads,
        long seed,
        Map<String, String> machine) {}
