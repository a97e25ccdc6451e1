package vesper.bench.instrument;

import java.util.List;
import java.util.Optional;
import vesper.bench.statistics.StabilityRule;

/**
 * How an arm was warmed.
 *
 * @param start of the servers, from 1
 * @param windows in their order
 * @param objection why it does not count as warm; empty where it does
 */
public record Warmed(int start, String arm, List<StabilityRule.Window> windows, Optional<String> objection) {
    public Warmed {
        windows = List.copyOf(windows);
    }

    public boolean isStable() {
        return objection.isEmpty();
    }
}
