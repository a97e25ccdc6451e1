package vesper.bench.experiments;

import java.util.List;
import java.util.Optional;
import vesper.bench.BarVerdict;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.RecordedRun;
import vesper.bench.instrument.Schedule;
import vesper.bench.load.ServiceLevel;
import vesper.bench.load.ServiceLevel.Objective;
import vesper.bench.statistics.Spread;

/**
 * A service level as bars, one for each objective and each arm that it applies to. These are Vesper's arms at a rate,
 * since latency in a closed loop is that of a saturated server. Without such arms, it applies to all of Vesper's arms
 * except those that another tool drives, which reports fewer figures. The median over all runs is judged; for errors
 * and the longest latency it is the largest of any run.
 */
final class ServiceLevelBars {
    private ServiceLevelBars() {}

    static List<BarVerdict> judge(ServiceLevel level, ExperimentRecords records) {
        return applicableArms(records.arms()).stream()
                .flatMap(arm -> level.objectives().stream()
                        .map(objective -> judge(objective, arm.name(), records.runsOf(arm.name()))))
                .toList();
    }

    static List<Arm> applicableArms(List<Arm> arms) {
        List<Arm> own = arms.stream()
                .filter(arm -> arm.subject().name().startsWith(ServerSpecs.VESPER))
                .filter(arm -> !ArmPairs.isRepeat(arm))
                .filter(arm -> !(arm.schedule() instanceof Schedule.CountedRounds))
                .toList();
        List<Arm> atRate =
                own.stream().filter(arm -> arm.load().arrivals().isPresent()).toList();
        return atRate.isEmpty() ? own : atRate;
    }

    private static BarVerdict judge(Objective objective, String arm, List<RecordedRun> runs) {
        List<Double> figures = runs.stream()
                .map(run -> objective.figure().applyAsDouble(run.observation().load()))
                .toList();
        Spread all = Spread.of(figures);
        Spread figure = objective.usesWorstRun() ? Spread.single(all.high()) : all;
        // An unknown figure of a recorded run, such as the latency without responses, misses the objective.
        boolean isKnown = figures.stream().allMatch(Double::isFinite);
        boolean isKept = isKnown && objective.comparison().holds(figure.median(), objective.bound());
        Optional<Boolean> met = runs.isEmpty() ? Optional.empty() : Optional.of(isKept);
        return new BarVerdict("service level: " + arm, objective.text(), figure, met);
    }
}
