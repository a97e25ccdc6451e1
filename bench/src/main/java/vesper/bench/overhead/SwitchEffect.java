package vesper.bench.overhead;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Holm;
import vesper.bench.statistics.TwoByTwo;
import vesper.bench.statistics.Verdict;

/**
 * By what factor the rate changes where something is switched on, and what that proves.
 *
 * @param what is switched on
 */
record SwitchEffect(String what, Effect effect, Verdict verdict) {
    /** What is less than a hundredth is not told apart. */
    private static final double FLOOR = 0.01;

    private record Unjudged(String what, Effect effect) {}

    /** Of the rounds in which every case had its turn; empty where there is none. */
    static List<SwitchEffect> of(Phase phase, OverheadFindings findings) {
        List<TwoByTwo.Round> rounds = rounds(phase, findings);
        if (rounds.isEmpty()) return List.of();
        TwoByTwo effects = TwoByTwo.of(rounds);
        return judged(List.of(
                new Unjudged("both", toOff(rounds, TwoByTwo.Round::both)),
                new Unjudged("Monitor alone", toOff(rounds, TwoByTwo.Round::first)),
                new Unjudged("Tracker alone", toOff(rounds, TwoByTwo.Round::second)),
                new Unjudged("Monitor, on average", effects.first()),
                new Unjudged("Tracker, on average", effects.second()),
                new Unjudged("Monitor, beside the Tracker against without", effects.interaction())));
    }

    private static List<SwitchEffect> judged(List<Unjudged> effects) {
        List<Double> adjusted =
                Holm.adjusted(effects.stream().map(each -> each.effect.p()).toList());
        List<SwitchEffect> judged = new ArrayList<>();
        for (int i = 0; i < effects.size(); i++) {
            Effect effect = effects.get(i).effect;
            judged.add(new SwitchEffect(effects.get(i).what, effect, Verdict.of(effect, adjusted.get(i), FLOOR)));
        }
        return judged;
    }

    private static List<TwoByTwo.Round> rounds(Phase phase, OverheadFindings findings) {
        Map<Integer, Double> none = rates(phase, findings, RecordingCase.BOTH_OFF);
        Map<Integer, Double> monitor = rates(phase, findings, RecordingCase.MONITOR_ON);
        Map<Integer, Double> tracker = rates(phase, findings, RecordingCase.TRACKER_ON);
        List<TwoByTwo.Round> rounds = new ArrayList<>();
        rates(phase, findings, RecordingCase.BOTH_ON).forEach((round, both) -> {
            Double off = none.get(round);
            Double first = monitor.get(round);
            Double second = tracker.get(round);
            if (off != null && first != null && second != null)
                rounds.add(new TwoByTwo.Round(off, first, second, both));
        });
        return rounds;
    }

    /** By round. */
    private static Map<Integer, Double> rates(Phase phase, OverheadFindings findings, RecordingCase one) {
        return findings.runs(phase, one).stream()
                .collect(Collectors.toMap(OverheadRun::round, OverheadRun::requestsPerSecond));
    }

    private static Effect toOff(List<TwoByTwo.Round> rounds, ToDoubleFunction<TwoByTwo.Round> on) {
        return Effect.ofRatios(
                rounds.stream().mapToDouble(on).boxed().toList(),
                rounds.stream().map(TwoByTwo.Round::none).toList());
    }
}
