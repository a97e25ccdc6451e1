package vesper.bench.documents;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.instrument.Pace;
import vesper.bench.results.Gate;

/** The outcome of the experiment: circumstances, findings and conclusions. */
record DocumentsResult(
        DocumentsSetting setting, DocumentsFindings findings, List<CaseComparison> comparisons, List<JudgedBar> bars) {
    /** @param gates gates of the user, in addition to the bars of the experiment itself */
    static DocumentsResult conclude(
            DocumentsSetting setting, List<Stage> stages, DocumentsFindings findings, List<Gate> gates) {
        List<CaseComparison> comparisons = CaseComparison.of(stages, findings);
        List<JudgedBar> bars = new ArrayList<>();
        comparisons.forEach(comparison -> comparison.bars().forEach(bars::add));
        bars.addAll(new OtherBars(stages, findings).judge());
        bars.addAll(new DocumentsGates(stages, findings).judge(gates));
        return new DocumentsResult(setting, findings, comparisons, List.copyOf(bars));
    }

    String title() {
        return setting.nodes().isPresent()
                ? "Documents on " + setting.nodes().getAsInt() + " nodes compared with Xenon"
                : "Documents compared with Xenon";
    }

    /** Returns the verdicts with the measured figures. */
    List<BarVerdict> verdicts() {
        return bars.stream().map(JudgedBar::verdict).toList();
    }

    /**
     * Returns the exit code. A failure outranks instability, which outranks a missed bar. A case that a contestant does
     * not support does not count, unless several nodes were requested: then it is a failure.
     */
    int exitCode() {
        if (failure().isPresent()) return ExitCode.FAILED;
        if (!findings.isStable()) return ExitCode.UNSTABLE;
        return verdicts().stream().anyMatch(BarVerdict::isMissed) ? ExitCode.GATE_MISSED : ExitCode.OK;
    }

    /** Returns the failures, independent of the bars; empty if nothing failed. */
    Optional<String> failure() {
        List<String> all = new ArrayList<>();
        findings.abortReason().ifPresent(why -> all.add("aborted: " + why));
        if (findings.runs().isEmpty()) all.add("no runs were recorded");
        if (!findings.isFaultless()) all.add("requests failed, or acknowledged writes are missing");
        if (setting.nodes().isPresent() && !findings.unsupported().isEmpty()) all.add("some cases were not measured");
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
    }

    /** Returns the remarks that a reader needs in order to judge the figures. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (setting.quick()) {
            remarks.add(Pace.SMOKE_RUN);
        }
        remarks.add(findings.hasSeveralStarts() ? ofStarts(setting.scale()) : ofOneStart(setting.scale()));
        remarks.add(
                "Ratios are medians of the ratios within each round, with the smallest and the largest. The bars are judged by the"
                        + " ratio per CPU second, which includes the CPU time of the client.");
        if (new RepeatedVesper(findings).all().isEmpty())
            remarks.add("No case was repeated, so there is no noise floor.");
        for (Contestant contestant : promising()) {
            remarks.add("Acknowledged by " + contestant.label() + " when durable: " + contestant.promise() + ".");
        }
        setting.nodes().ifPresent(nodes -> remarks.add(onNodes(nodes)));
        remarks.add("The published figures are those of Xenon's makers, on other hardware: " + PublishedRate.SOURCE);
        List<String> unstable = findings.warmUps().stream()
                .filter(warmed -> !warmed.isStable())
                .map(warmed -> warmed.measuredCase().label() + " of "
                        + warmed.contestant().label())
                .toList();
        if (!unstable.isEmpty()) {
            remarks.add("Not stable, so the bars do not count: " + String.join("; ", unstable));
        }
        remarks.addAll(missing());
        findings.faulty().map(DocumentsResult::fault).forEach(remarks::add);
        findings.abortReason().ifPresent(why -> remarks.add("Aborted: " + why));
        return remarks;
    }

    private static String fault(DocumentsRun run) {
        String round = run.isRecorded() ? "round " + run.round() : "warm-up";
        return run.contestant().label() + ", " + run.measuredCase().label() + ", start " + run.start() + ", " + round
                + ": "
                + run.failures() + " failed, " + run.missing() + " acknowledged but not stored, " + run.differing()
                + " nodes with other versions";
    }

    private static String ofStarts(DocumentsScale scale) {
        return "Medians of " + scale.starts() + " starts in fresh processes, with " + scale.rounds()
                + " interleaved rounds each. Intervals are over starts, each a mean of its rounds.";
    }

    private static String ofOneStart(DocumentsScale scale) {
        return "Medians of " + scale.rounds()
                + " interleaved rounds of one start. Intervals are over rounds, so differences between starts are"
                + " unknown.";
    }

    private Set<String> missing() {
        Set<String> missing = new LinkedHashSet<>();
        for (UnsupportedCase one : findings.unsupported()) {
            missing.add("Not measured: " + one.contestant().label() + ", "
                    + one.measuredCase().label() + ", unsupported: " + one.reason());
        }
        return missing;
    }

    private List<Contestant> promising() {
        return setting.nodes().isPresent()
                ? List.of()
                : List.of(Contestant.XENON, Contestant.VESPER, Contestant.VESPER_INTERVAL);
    }

    private static String onNodes(int nodes) {
        return "On " + nodes
                + " nodes, all on this machine, Vesper acknowledges a write when it is on the disks of a majority of its"
                + " NATS servers, and Xenon when it is in the memory of a majority of its hosts.";
    }
}
