package vesper.bench.instrument;

import java.util.List;
import java.util.Optional;
import vesper.bench.statistics.StabilityRule;

/**
 * The warm-up of an arm.
 *
 * @param start number of the start of the servers, from 1
 * @param windows all windows in order
 * @param objection reason why the arm does not count as warm; empty if it does
 */
public record WarmUpResult(int start, String arm, List<StabilityRule.Window> windows, Optional<String> objection) {
    public WarmUpResult {
        windows = List.copyOf(windows);
    }

    /** Returns whether the JVM's compiler and collector were observed in every window. */
    public boolean hasJvmCounters() {
        return windows.stream().allMatch(window -> Double.isFinite(window.compiling() + window.collecting()));
    }

    /** Returns a summary in a few words. */
    public String verdict() {
        return objection.orElse("stable") + (hasJvmCounters() ? "" : ", without JVM counters");
    }

    public boolean isStable() {
        return objection.isEmpty();
    }
}
