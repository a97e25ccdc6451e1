package vesper.bench.overhead;

import java.util.List;
import java.util.stream.Stream;
import vesper.bench.instrument.Recorded;
import vesper.bench.instrument.Records;
import vesper.bench.results.Metric;
import vesper.bench.results.Pairing;
import vesper.bench.statistics.Spread;

/**
 * A comparison of an arm with the one that has both features off under the same load, within each round.
 *
 * @param averageRate NaN if nothing was measured
 */
record ToOff(
        String arm,
        Spread rate,
        double averageRate,
        Spread loaded,
        Spread drained,
        Spread rateRatio,
        Spread loadedRatio,
        Spread drainedRatio) {
    /** Returns the comparisons of all recorded arms. */
    static List<ToOff> of(Records records) {
        RecordingCase off = RecordingCase.BOTH_OFF;
        return Stream.of(RecordingCase.values())
                .flatMap(one -> Stream.of(
                        of(one.arm(), off.arm(), records),
                        of(one.byAb(), off.byAb(), records),
                        of(one.sustained(), off.sustained(), records)))
                .filter(one -> one.rate.isMeasured())
                .toList();
    }

    private static ToOff of(String arm, String off, Records records) {
        List<Recorded> runs = records.runsOf(arm);
        var pairing = new Pairing(records, arm, off);
        return new ToOff(
                arm,
                Metric.RATE.of(runs),
                runs.stream()
                        .mapToDouble(run -> run.seen().load().requestsPerSecond())
                        .average()
                        .orElse(Double.NaN),
                Metric.CPU.of(runs),
                Metric.DRAINED.of(runs),
                pairing.ratios(Metric.RATE),
                pairing.ratios(Metric.CPU),
                pairing.ratios(Metric.DRAINED));
    }
}
