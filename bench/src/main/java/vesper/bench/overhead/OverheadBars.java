package vesper.bench.overhead;

import java.util.List;
import java.util.function.ToDoubleFunction;
import vesper.bench.BarVerdict;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.results.Metric;
import vesper.bench.results.Pairing;
import vesper.bench.statistics.Spread;

/** The bars for the cost of Monitor and Tracker. */
public final class OverheadBars {
    private static final double BOTH_RATE = 0.95;
    private static final double MONITOR_RATE = 0.98;
    private static final double CPU_UNTIL_DRAINED = 1.3;
    private static final double BYTES_PER_RECORD = 150;
    private static final double ALLOCATED_MORE = 64;

    private final ExperimentRecords records;
    private final OverheadFindings findings;

    private OverheadBars(ExperimentRecords records, OverheadFindings findings) {
        this.records = records;
        this.findings = findings;
    }

    public static List<BarVerdict> judge(ExperimentRecords records, OverheadFindings findings) {
        return new OverheadBars(records, findings).verdicts();
    }

    private List<BarVerdict> verdicts() {
        return List.of(
                BarVerdict.atLeast(
                        "requests/s, both on vs. both off", BOTH_RATE, "×", toOff(RecordingCase.BOTH_ON, Metric.RATE)),
                BarVerdict.atLeast(
                        "requests/s, both on vs. both off, sustained",
                        BOTH_RATE,
                        "×",
                        ratios(RecordingCase.BOTH_ON.sustained(), RecordingCase.BOTH_OFF.sustained(), Metric.RATE)),
                BarVerdict.atLeast(
                        "requests/s, Monitor on vs. both off",
                        MONITOR_RATE,
                        "×",
                        toOff(RecordingCase.MONITOR_ON, Metric.RATE)),
                BarVerdict.atMost(
                        "CPU per request until drained, both on vs. both off",
                        CPU_UNTIL_DRAINED,
                        "×",
                        toOff(RecordingCase.BOTH_ON, Metric.DRAINED)),
                BarVerdict.atMost("records missing", 0, "", counted(Census::missing)),
                BarVerdict.atMost("records without an answered request", 0, "", counted(Census::unexpected)),
                BarVerdict.atMost("bytes on disk per record, both on", BYTES_PER_RECORD, "", bytesPerRecord()),
                BarVerdict.atMost(
                        "additional bytes allocated per request by serving threads, both on vs. both off",
                        ALLOCATED_MORE,
                        "",
                        Spread.single(serving(RecordingCase.BOTH_ON) - serving(RecordingCase.BOTH_OFF))));
    }

    private Spread toOff(RecordingCase recording, Metric metric) {
        return ratios(recording.arm(), RecordingCase.BOTH_OFF.arm(), metric);
    }

    private Spread ratios(String arm, String off, Metric metric) {
        return new Pairing(records, arm, off).ratios(metric);
    }

    /** Returns the sum over all cases and all requests, including those of the warm-up. */
    private Spread counted(ToDoubleFunction<Census> figure) {
        return findings.isCounted()
                ? Spread.single(findings.censuses().mapToDouble(figure).sum())
                : Spread.NONE;
    }

    private Spread bytesPerRecord() {
        return findings.diskOf(RecordingCase.BOTH_ON)
                .map(use -> Spread.single(use.bytesPerRecord()))
                .orElse(Spread.NONE);
    }

    private double serving(RecordingCase recording) {
        return findings.heapOf(recording)
                .map(HeapUse::allocatedServingPerRequest)
                .orElse(Double.NaN);
    }
}
