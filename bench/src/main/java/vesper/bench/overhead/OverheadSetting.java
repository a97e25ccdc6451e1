package vesper.bench.overhead;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;

/**
 * Under what circumstances the experiment was made.
 *
 * @param engines that drove
 * @param seed drew the order of turns
 * @param machine facts by name, in the order to show them
 */
record OverheadSetting(
        LocalDateTime startedAt,
        boolean quick,
        List<String> engines,
        OverheadScale scale,
        long seed,
        Map<String, String> machine) {}
