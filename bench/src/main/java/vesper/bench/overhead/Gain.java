package vesper.bench.overhead;

import java.util.List;
import vesper.bench.statistics.Spread;

/**
 * What is gained when something is switched off, in requests per second and per cent of those with both on.
 *
 * @param published what others gain by the same; empty where they say nothing
 */
record Gain(String what, RecordingCase without, Spread own, Spread ab, List<PublishedGain> published) {
    static List<Gain> of(OverheadFindings findings) {
        return List.of(
                of("Monitor off", RecordingCase.TRACKER_ON, List.of(), findings),
                of("Tracker off", RecordingCase.MONITOR_ON, PublishedGain.ALL, findings),
                of("both off", RecordingCase.BOTH_OFF, List.of(), findings));
    }

    private static Gain of(
            String what, RecordingCase without, List<PublishedGain> published, OverheadFindings findings) {
        return new Gain(
                what, without, percent(Phase.OWN, without, findings), percent(Phase.AB, without, findings), published);
    }

    private static Spread percent(Phase phase, RecordingCase without, OverheadFindings findings) {
        Spread ratio = Ratios.of(findings, phase, without, RecordingCase.BOTH_ON, OverheadRun::requestsPerSecond);
        if (!ratio.isMeasured()) return ratio;
        return new Spread(percent(ratio.low()), percent(ratio.median()), percent(ratio.high()), ratio.count());
    }

    private static double percent(double ratio) {
        return (ratio - 1) * 100;
    }
}
