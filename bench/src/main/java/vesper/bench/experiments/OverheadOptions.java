package vesper.bench.experiments;

import vesper.bench.overhead.OverheadScale;
import vesper.bench.overhead.RecordingCase;
import vesper.bench.results.Gate;

/** Options of the command {@code bench overhead}. */
public record OverheadOptions(ExperimentOptions common, OverheadScale scale) {
    public OverheadOptions {
        for (Gate gate : common.gates()) gate.requireAmong(RecordingCase.arms());
    }

    /** @throws IllegalArgumentException if a gate names an arm that does not exist */
    public static OverheadOptions defaults(ExperimentOptions common) {
        return new OverheadOptions(common, common.quick() ? OverheadScale.QUICK : OverheadScale.FULL);
    }
}
