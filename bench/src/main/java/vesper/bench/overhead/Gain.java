package vesper.bench.overhead;

import java.util.List;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.results.Metric;
import vesper.bench.results.Pairing;
import vesper.bench.statistics.Spread;

/**
 * The gain in requests per second when a feature is switched off, in percent of the rate with both on.
 *
 * @param own gain measured with our own generator
 * @param ab gain measured with ab
 * @param published gains that others report for the same change; may be empty
 */
record Gain(String description, Spread own, Spread ab, List<PublishedGain> published) {
    static List<Gain> of(ExperimentRecords records) {
        return List.of(
                of("Monitor off", RecordingCase.TRACKER_ON, List.of(), records),
                of("Tracker off", RecordingCase.MONITOR_ON, PublishedGain.ALL, records),
                of("both off", RecordingCase.BOTH_OFF, List.of(), records));
    }

    private static Gain of(
            String what, RecordingCase without, List<PublishedGain> published, ExperimentRecords records) {
        RecordingCase with = RecordingCase.BOTH_ON;
        return new Gain(
                what,
                percent(new Pairing(records, without.arm(), with.arm())),
                percent(new Pairing(records, without.byAb(), with.byAb())),
                published);
    }

    private static Spread percent(Pairing pairing) {
        Spread ratio = pairing.ratios(Metric.RATE);
        if (!ratio.isMeasured()) return ratio;
        return new Spread(percent(ratio.low()), percent(ratio.median()), percent(ratio.high()), ratio.count());
    }

    private static double percent(double ratio) {
        return (ratio - 1) * 100;
    }
}
