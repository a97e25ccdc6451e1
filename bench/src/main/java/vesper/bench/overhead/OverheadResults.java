package vesper.bench.overhead;

import java.util.List;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.results.ExtraResults;

/** Assembles the results of this experiment beyond those that all experiments have. */
public final class OverheadResults {
    private OverheadResults() {}

    public static ExtraResults of(OverheadScale scale, ExperimentRecords records, OverheadFindings findings) {
        return new ExtraResults(
                new OverheadSections(records, findings).all(),
                OverheadJson.of(scale, records, findings),
                findings.heapUnknownReason()
                        .map(why -> List.of("Heap figures are unavailable: " + why))
                        .orElse(List.of()));
    }
}
