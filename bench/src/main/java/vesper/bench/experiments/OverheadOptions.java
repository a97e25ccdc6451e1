package vesper.bench.experiments;

import vesper.bench.overhead.OverheadScale;
import vesper.bench.overhead.RecordingCase;
import vesper.bench.results.Gate;

/** What a user can say about {@code bench overhead}. */
public record OverheadOptions(ExperimentOptions common, OverheadScale scale) {
    public OverheadOptions {
        for (Gate gate : common.gates()) gate.requireAmong(RecordingCase.arms());
    }

    /** @throws IllegalArgumentException for a gate on an arm that there is not */
    public static OverheadOptions defaults(ExperimentOptions common) {
        return new OverheadOptions(common, common.quick() ? OverheadScale.QUICK : OverheadScale.FULL);
    }
}
