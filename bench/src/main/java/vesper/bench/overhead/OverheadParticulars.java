package vesper.bench.overhead;

import java.util.List;
import vesper.bench.instrument.Records;
import vesper.bench.results.Particulars;

/** Assembles the results of this experiment beyond those that all experiments have. */
public final class OverheadParticulars {
    private OverheadParticulars() {}

    public static Particulars of(OverheadScale scale, Records records, OverheadFindings findings) {
        return new Particulars(
                new OverheadSections(records, findings).all(),
                OverheadJson.of(scale, records, findings),
                findings.heapUnknown()
                        .map(why -> List.of("Heaps are not known: " + why))
                        .orElse(List.of()));
    }
}
