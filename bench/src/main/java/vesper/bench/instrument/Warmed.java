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

    /** Whether what its compiler and its collector did was seen in every window. */
    public boolean isWatched() {
        return windows.stream().allMatch(window -> Double.isFinite(window.compiling() + window.collecting()));
    }

    /** In a few words. */
    public String verdict() {
        return objection.orElse("stable") + (isWatched() ? "" : ", compiler and collector unseen");
    }

    public boolean isStable() {
        return objection.isEmpty();
    }
}
