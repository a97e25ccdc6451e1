package vesper.bench.documents;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import vesper.bench.BarVerdict;
import vesper.bench.statistics.Spread;

/**
 * One of Vesper's figures beside that of Xenon.
 *
 * @param toXenon ratios within each round; of times and bytes, too
 * @param cpuToXenon the same per CPU second
 * @param bar empty where nothing is demanded
 */
record CaseComparison(
        DocumentsCase of,
        Contestant contestant,
        Spread xenon,
        Spread own,
        Spread toXenon,
        Spread xenonPerCpu,
        Spread ownPerCpu,
        Spread cpuToXenon,
        Optional<BarVerdict> bar) {

    /** Those in which anything was measured. */
    static List<CaseComparison> of(List<Stage> stages, DocumentsFindings findings) {
        return stages.stream()
                .flatMap(stage -> stage.cases().stream()
                        .flatMap(one -> stage.contestants().stream()
                                .filter(contestant -> contestant != Contestant.XENON)
                                .map(contestant -> of(one, contestant, findings))))
                .filter(comparison ->
                        comparison.xenon().isMeasured() || comparison.own().isMeasured())
                .toList();
    }

    Stream<BarVerdict> bars() {
        return bar.stream();
    }

    private static CaseComparison of(DocumentsCase one, Contestant contestant, DocumentsFindings findings) {
        Spread own = findings.spread(one, contestant, DocumentsRun::value);
        Spread perCpu = findings.ratios(one, contestant, one, Contestant.XENON, DocumentsRun::perCpuSecond);
        return new CaseComparison(
                one,
                contestant,
                findings.spread(one, Contestant.XENON, DocumentsRun::value),
                own,
                findings.ratios(one, contestant, one, Contestant.XENON, DocumentsRun::value),
                findings.spread(one, Contestant.XENON, DocumentsRun::perCpuSecond),
                findings.spread(one, contestant, DocumentsRun::perCpuSecond),
                perCpu,
                bar(one, contestant, own, perCpu));
    }

    private static Optional<BarVerdict> bar(DocumentsCase one, Contestant contestant, Spread own, Spread perCpu) {
        String what = one.label() + (contestant == Contestant.VESPER ? "" : ", " + contestant.label());
        return Optional.ofNullable(one.bars().get(contestant)).map(bar -> switch (one.measure()) {
            case RATE -> BarVerdict.atLeast(what + ", per CPU second to Xenon", bar, "×", perCpu);
            case BYTES -> BarVerdict.atMost(what, bar, " B", own);
            case SECONDS -> BarVerdict.atMost(what, bar, " s", own);
        });
    }
}
