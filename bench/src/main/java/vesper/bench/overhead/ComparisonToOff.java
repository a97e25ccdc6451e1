package vesper.bench.overhead;

import java.util.List;
import java.util.stream.Stream;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.RecordedRun;
import vesper.bench.results.Metric;
import vesper.bench.results.Pairing;
import vesper.bench.statistics.Spread;

/**
 * A comparison of an arm with the one that has both features off under the same load, within each round.
 *
 * @param averageRate NaN if nothing was measured
 */
record ComparisonToOff(
        String arm,
        Spread rate,
        double averageRate,
        Spread loaded,
        Spread drained,
        Spread rateRatio,
        Spread loadedRatio,
        Spread drainedRatio) {
    /** Returns the comparisons of all recorded arms. */
    static List<ComparisonToOff> of(ExperimentRecords records) {
        RecordingCase off = RecordingCase.BOTH_OFF;
        return Stream.of(RecordingCase.values())
                .flatMap(one -> Stream.of(
                        of(one.arm(), off.arm(), records),
                        of(one.byAb(), off.byAb(), records),
                        of(one.sustained(), off.sustained(), records)))
                .filter(one -> one.rate.isMeasured())
                .toList();
    }

    private static ComparisonToOff of(String arm, String off, ExperimentRecords records) {
        List<RecordedRun> runs = records.runsOf(arm);
        var pairing = new Pairing(records, arm, off);
        return new ComparisonToOff(
                arm,
                Metric.RATE.spreadOf(runs),
                runs.stream()
                        .mapToDouble(run -> run.observation().load().requestsPerSecond())
                        .average()
                        .orElse(Double.NaN),
                Metric.CPU.spreadOf(runs),
                Metric.DRAINED.spreadOf(runs),
                pairing.ratios(Metric.RATE),
                pairing.ratios(Metric.CPU),
                pairing.ratios(Metric.DRAINED));
    }
}
