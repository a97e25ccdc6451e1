package vesper.bench.documents;

import java.time.LocalDateTime;
import java.util.Map;

/**
 * Under what circumstances the experiment was made.
 *
 * @param seed drew the order of turns
 * @param machine facts by name, in the order to show them
 */
record DocumentsSetting(
        LocalDateTime startedAt, boolean quick, DocumentsScale scale, long seed, Map<String, String> machine) {}
