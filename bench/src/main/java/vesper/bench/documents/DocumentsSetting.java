package vesper.bench.documents;

import java.time.LocalDateTime;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The circumstances of the experiment.
 *
 * @param nodes number of nodes with replicated documents; empty if nothing is replicated
 * @param seed seed for the order of runs
 * @param machine facts by name, in the order of display
 */
record DocumentsSetting(
        LocalDateTime startedAt,
        boolean quick,
        OptionalInt nodes,
        DocumentsScale scale,
        long seed,
        Map<String, String> machine) {}
