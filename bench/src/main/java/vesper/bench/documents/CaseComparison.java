package vesper.bench.documents;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import vesper.bench.BarVerdict;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Spread;

/**
 * A comparison of one of Vesper's figures with Xenon's.
 *
 * @param toXenon ratios within each round, for rates, times and bytes
 * @param cpuToXenon the same per CPU second
 * @param effect mean of the ratios per CPU second, or of the plain ratios for a measure without CPU time, with its
 *     interval
 * @param bar empty if there is no bar
 */
record CaseComparison(
        DocumentsCase measuredCase,
        Contestant contestant,
        Spread xenon,
        Spread own,
        Spread toXenon,
        Spread xenonPerCpu,
        Spread ownPerCpu,
        Spread cpuToXenon,
        Effect effect,
        Optional<JudgedBar> bar) {

    /** Returns the comparisons in which anything was measured. */
    static List<CaseComparison> of(List<Stage> stages, DocumentsFindings findings) {
        return stages.stream()
                .flatMap(stage -> stage.cases().stream()
                        .flatMap(one -> stage.contestants().stream()
                                .filter(contestant -> contestant.isBesideXenon() && one.includes(contestant))
                                .map(contestant -> of(one, contestant, findings))))
                .filter(comparison ->
                        comparison.xenon().isMeasured() || comparison.own().isMeasured())
                .toList();
    }

    Stream<JudgedBar> bars() {
        return bar.stream();
    }

    /** Compares a contestant with Xenon. A single node is measured but not compared, since Xenon has several. */
    private static CaseComparison of(DocumentsCase one, Contestant contestant, DocumentsFindings findings) {
        boolean isAlone = contestant == Contestant.VESPER_ALONE;
        return isAlone
                ? of(one, contestant, new DocumentsFindings(), findings)
                : of(one, contestant, findings, findings);
    }

    private static CaseComparison of(
            DocumentsCase one, Contestant contestant, DocumentsFindings besideXenon, DocumentsFindings findings) {
        Spread own = findings.spread(one, contestant, DocumentsRun::value);
        Spread perCpu = besideXenon.ratios(one, contestant, one, Contestant.XENON, DocumentsRun::perCpuSecond);
        ToDoubleFunction<DocumentsRun> figure =
                one.measure() == Measure.RATE ? DocumentsRun::perCpuSecond : DocumentsRun::value;
        Effect effect = besideXenon.effect(one, contestant, one, Contestant.XENON, figure);
        Effect interval = one.measure() == Measure.RATE ? effect : findings.mean(one, contestant, DocumentsRun::value);
        return new CaseComparison(
                one,
                contestant,
                besideXenon.spread(one, Contestant.XENON, DocumentsRun::value),
                own,
                besideXenon.ratios(one, contestant, one, Contestant.XENON, DocumentsRun::value),
                besideXenon.spread(one, Contestant.XENON, DocumentsRun::perCpuSecond),
                findings.spread(one, contestant, DocumentsRun::perCpuSecond),
                perCpu,
                effect,
                bar(one, contestant, own, perCpu).map(verdict -> new JudgedBar(verdict, interval)));
    }

    private static Optional<BarVerdict> bar(DocumentsCase one, Contestant contestant, Spread own, Spread perCpu) {
        String what = one.label() + (contestant == Contestant.VESPER ? "" : ", " + contestant.label());
        return Optional.ofNullable(one.bars().get(contestant)).map(bar -> switch (one.measure()) {
            case RATE -> BarVerdict.atLeast(what + ", per CPU second, relative to Xenon", bar, "×", perCpu);
            case BYTES -> BarVerdict.atMost(what, bar, " B", own);
            case SECONDS -> BarVerdict.atMost(what, bar, " s", own);
        });
    }
}
