package vesper.bench.overhead;

import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import vesper.bench.statistics.Spread;

/** Figures of one case over the same of another, taken within each round, so that what slowed a whole round cancels out. */
final class Ratios {
    private Ratios() {}

    static Spread of(
            OverheadFindings findings,
            Phase phase,
            RecordingCase one,
            RecordingCase other,
            ToDoubleFunction<OverheadRun> figure) {
        Map<Integer, OverheadRun> others =
                findings.runs(phase, other).stream().collect(Collectors.toMap(OverheadRun::round, run -> run));
        return Spread.of(findings.runs(phase, one).stream()
                .filter(run -> others.containsKey(run.round()))
                .map(run -> figure.applyAsDouble(run) / figure.applyAsDouble(others.get(run.round())))
                .toList());
    }
}
