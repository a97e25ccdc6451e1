package vesper.bench.overhead;

import java.util.ArrayList;
import java.util.List;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.results.Gate;

/** The end of the experiment: circumstances, findings, and what is concluded from them. */
record OverheadResult(OverheadSetting setting, OverheadFindings findings, List<BarVerdict> bars) {
    /** @param gates beside the bars of the experiment itself */
    static OverheadResult conclude(OverheadSetting setting, OverheadFindings findings, List<Gate> gates) {
        List<BarVerdict> bars = new ArrayList<>(OverheadBars.judge(findings));
        bars.addAll(OverheadGates.judge(gates, findings));
        return new OverheadResult(setting, findings, List.copyOf(bars));
    }

    /** What failed outweighs what is not stable, and that outweighs a missed bar: such a figure proves nothing. */
    int exitCode() {
        if (findings.brokenOff().isPresent() || findings.runs().isEmpty() || findings.errors() > 0) {
            return ExitCode.FAILED;
        }
        if (!findings.isStable()) return ExitCode.NOT_STABLE;
        return bars.stream().anyMatch(BarVerdict::isMissed) ? ExitCode.GATE_MISSED : ExitCode.DONE;
    }

    /** What a reader of the figures must not overlook. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        OverheadScale scale = setting.scale();
        remarks.add("Medians of " + scale.rounds() + " interleaved rounds, " + scale.connections()
                + " connections; ratios are medians of the ratios within each round. The bars are judged by the runs of "
                + "our own generator, records by all requests.");
        if (!findings.has(Phase.AB)) remarks.add("ab is not installed, so its runs are missing.");
        if (setting.quick()) remarks.add("Quick: runs are short; for figures to rely on leave --quick away.");
        findings.heapUnknown().ifPresent(why -> remarks.add("Heaps are not known: " + why));
        findings.brokenOff().ifPresent(why -> remarks.add("Broken off: " + why));
        for (RecordingCase recording : RecordingCase.values()) {
            findings.warmthOf(recording)
                    .filter(warmth -> !warmth.stable())
                    .ifPresent(_ -> remarks.add("Not stable after its warm-up: " + recording.label()));
        }
        if (findings.errors() > 0) remarks.add("Errors in recorded runs: " + findings.errors());
        return remarks;
    }
}
