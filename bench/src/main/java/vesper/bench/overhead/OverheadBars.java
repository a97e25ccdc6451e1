package vesper.bench.overhead;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import vesper.bench.BarVerdict;
import vesper.bench.statistics.Spread;

/** What Monitor and Tracker may cost. */
final class OverheadBars {
    private static final double BOTH_RATE = 0.95;
    private static final double MONITOR_RATE = 0.98;
    private static final double CPU_UNTIL_DRAINED = 1.3;
    private static final double BYTES_PER_RECORD = 150;
    private static final double ALLOCATED_MORE = 64;

    private final OverheadFindings findings;

    private OverheadBars(OverheadFindings findings) {
        this.findings = findings;
    }

    static List<BarVerdict> judge(OverheadFindings findings) {
        return new OverheadBars(findings).verdicts();
    }

    private List<BarVerdict> verdicts() {
        LastingCost both = LastingCost.of(RecordingCase.BOTH_ON, findings);
        LastingCost off = LastingCost.of(RecordingCase.BOTH_OFF, findings);
        List<BarVerdict> verdicts = new ArrayList<>();
        verdicts.add(BarVerdict.atLeast(
                "requests/s, both on to both off",
                BOTH_RATE,
                "×",
                toOff(RecordingCase.BOTH_ON, OverheadRun::requestsPerSecond)));
        verdicts.add(BarVerdict.atLeast(
                "requests/s, Monitor on to both off",
                MONITOR_RATE,
                "×",
                toOff(RecordingCase.MONITOR_ON, OverheadRun::requestsPerSecond)));
        verdicts.add(BarVerdict.atMost(
                "CPU per request until drained, both on to both off",
                CPU_UNTIL_DRAINED,
                "×",
                toOff(RecordingCase.BOTH_ON, OverheadRun::drainedMicrosPerRequest)));
        verdicts.add(BarVerdict.atMost("records missing", 0, "", counted(Census::missing)));
        verdicts.add(BarVerdict.atMost("records of what was not answered", 0, "", counted(Census::invented)));
        verdicts.add(BarVerdict.atMost(
                "bytes on disk per record, both on", BYTES_PER_RECORD, "", single(both.bytesPerRecord())));
        verdicts.add(BarVerdict.atMost(
                "bytes allocated per request where it is served, both on beyond both off",
                ALLOCATED_MORE,
                "",
                single(both.allocatedServingPerRequest() - off.allocatedServingPerRequest())));
        return verdicts;
    }

    private Spread toOff(RecordingCase recording, ToDoubleFunction<OverheadRun> figure) {
        return Ratios.of(findings, Phase.OWN, recording, RecordingCase.BOTH_OFF, figure);
    }

    /** Over all cases and all requests, those that warmed the servers included. */
    private Spread counted(ToDoubleFunction<Census> figure) {
        if (findings.runs().isEmpty()) return Spread.NONE;
        return single(LastingCost.all(findings)
                .mapToDouble(cost -> figure.applyAsDouble(cost.census()))
                .sum());
    }

    private static Spread single(double value) {
        return Spread.of(List.of(value));
    }
}
