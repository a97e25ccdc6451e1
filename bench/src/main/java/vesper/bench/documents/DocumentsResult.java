package vesper.bench.documents;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.statistics.Spread;

/** The end of the experiment: circumstances, findings, and what is concluded from them. */
record DocumentsResult(
        DocumentsSetting setting, DocumentsFindings findings, List<CaseComparison> comparisons, List<BarVerdict> bars) {
    private static final double READS_OVER_WRITES = 4;
    private static final String DURABLE_PUT = "durable-put-64";
    private static final String DURABLE_GET = "durable-get-64";

    static DocumentsResult conclude(DocumentsSetting setting, List<Stage> stages, DocumentsFindings findings) {
        List<CaseComparison> comparisons = CaseComparison.of(stages, findings);
        List<BarVerdict> bars = Stream.concat(
                        comparisons.stream().flatMap(CaseComparison::bars), readsOverWrites(stages, findings).stream())
                .toList();
        return new DocumentsResult(setting, findings, comparisons, bars);
    }

    /** What failed outweighs a missed bar. What a contestant does not have is neither. */
    int exitCode() {
        if (findings.brokenOff().isPresent() || findings.runs().isEmpty() || !findings.isFaultless()) {
            return ExitCode.FAILED;
        }
        return bars.stream().anyMatch(BarVerdict::isMissed) ? ExitCode.GATE_MISSED : ExitCode.DONE;
    }

    /** What a reader of the figures must not overlook. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        remarks.add(
                "Medians of " + setting.scale().rounds()
                        + " interleaved rounds; ratios are medians of the ratios within each round, with the least and the"
                        + " largest. The bars are judged by the ratio per CPU second, in which the client's part is contained.");
        for (Contestant contestant : Contestant.values()) {
            remarks.add("Acknowledged by " + contestant.label() + " when durable: " + contestant.promise() + ".");
        }
        if (setting.quick()) remarks.add("Quick: runs are short; for figures to rely on leave --quick away.");
        remarks.addAll(missing());
        findings.runs().stream()
                .filter(run -> !run.isFaultless())
                .forEach(run ->
                        remarks.add(run.contestant().label() + ", " + run.of().label() + ", round " + run.round() + ": "
                                + run.failures() + " failed, " + run.missing() + " acknowledged and not stored"));
        findings.brokenOff().ifPresent(why -> remarks.add("Broken off: " + why));
        return remarks;
    }

    private Set<String> missing() {
        Set<String> missing = new LinkedHashSet<>();
        for (NotMeasured one : findings.notMeasured()) {
            missing.add("Not measured: " + one.contestant().label() + ", "
                    + one.of().label() + ": it has no " + one.why());
        }
        return missing;
    }

    private static Optional<BarVerdict> readsOverWrites(List<Stage> stages, DocumentsFindings findings) {
        Optional<DocumentsCase> get = named(stages, DURABLE_GET);
        Optional<DocumentsCase> put = named(stages, DURABLE_PUT);
        if (get.isEmpty() || put.isEmpty()) return Optional.empty();
        Spread ratio = findings.ratios(get.get(), Contestant.VESPER, put.get(), Contestant.VESPER, DocumentsRun::value);
        return Optional.of(BarVerdict.atLeast("durable GET/s to durable PUT/s", READS_OVER_WRITES, "×", ratio));
    }

    private static Optional<DocumentsCase> named(List<Stage> stages, String name) {
        return stages.stream()
                .flatMap(stage -> stage.cases().stream())
                .filter(one -> one.name().equals(name))
                .findFirst();
    }
}
