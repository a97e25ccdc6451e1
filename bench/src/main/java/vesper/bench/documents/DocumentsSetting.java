package vesper.bench.documents;

import java.time.LocalDateTime;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Under what circumstances the experiment was made.
 *
 * @param nodes how many replicated documents were on; empty where nothing was replicated
 * @param seed drew the order of turns
 * @param machine facts by name, in the order to show them
 */
record DocumentsSetting(
        LocalDateTime startedAt,
        boolean quick,
        OptionalInt nodes,
        DocumentsScale scale,
        long seed,
        Map<String, String> machine) {}
