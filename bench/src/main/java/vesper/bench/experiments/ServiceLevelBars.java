package vesper.bench.experiments;

import java.util.List;
import java.util.Optional;
import vesper.bench.BarVerdict;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Occasion;
import vesper.bench.instrument.Recorded;
import vesper.bench.instrument.Records;
import vesper.bench.load.ServiceLevel;
import vesper.bench.load.ServiceLevel.Objective;
import vesper.bench.statistics.Spread;

/**
 * A service level as bars, one for each of its objectives and each arm that it is asked of: Vesper's that are driven at a
 * rate, since latency under a closed loop is that of a saturated server; where none is, all of Vesper's but what another tool
 * drives, which tells less. The median over all runs is judged, of errors and of the longest latency the largest of any run.
 */
final class ServiceLevelBars {
    private ServiceLevelBars() {}

    static List<BarVerdict> judge(ServiceLevel level, Records records) {
        return asked(records.arms()).stream()
                .flatMap(arm -> level.objectives().stream()
                        .map(objective -> judge(objective, arm.name(), records.runsOf(arm.name()))))
                .toList();
    }

    static List<Arm> asked(List<Arm> arms) {
        List<Arm> own = arms.stream()
                .filter(arm -> arm.subject().name().startsWith(Workshop.VESPER))
                .filter(arm -> !Comparing.isAgain(arm))
                .filter(arm -> !(arm.occasion() instanceof Occasion.CountedRounds))
                .toList();
        List<Arm> atRate =
                own.stream().filter(arm -> arm.drive().arrivals().isPresent()).toList();
        return atRate.isEmpty() ? own : atRate;
    }

    private static BarVerdict judge(Objective objective, String arm, List<Recorded> runs) {
        List<Double> figures = runs.stream()
                .map(run -> objective.figure().applyAsDouble(run.seen().load()))
                .toList();
        Spread all = Spread.of(figures);
        Spread figure = objective.isOfTheWorst() ? Spread.single(all.high()) : all;
        // One that is not known though it was driven, as the latency of a run without answers, is not kept to.
        boolean isKnown = figures.stream().allMatch(Double::isFinite);
        boolean isKept = isKnown && objective.comparison().holds(figure.median(), objective.bound());
        Optional<Boolean> met = runs.isEmpty() ? Optional.empty() : Optional.of(isKept);
        return new BarVerdict("service level: " + arm, objective.text(), figure, met);
    }
}
