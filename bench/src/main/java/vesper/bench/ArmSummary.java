package vesper.bench;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import vesper.bench.statistics.Spread;

/**
 * What the recorded runs say of one arm; CPU per request and latency in microseconds, memory in MiB.
 *
 * <p>{@code cpuToFloor} and {@code rateToFloor} are spreads of the ratios within each round, not ratios of medians:
 * what slowed a whole round cancels out. They are {@link Spread#NONE} where the floor was not measured.
 *
 * @param pipelinedToPlain the arm's pipelined rate over its own unpipelined rate of the same round
 */
record ArmSummary(
        Arm arm,
        Optional<Warmth> warmth,
        Optional<Long> startMillis,
        Spread rate,
        Spread p50,
        Spread p99,
        Spread cpu,
        Spread userCpu,
        Spread systemCpu,
        Spread memory,
        Spread cpuToFloor,
        Spread rateToFloor,
        Spread pipelinedRate,
        Spread pipelinedToPlain,
        long errors) {

    static List<ArmSummary> of(Findings findings) {
        Optional<Arm> floor = findings.arms().stream()
                .filter(arm -> arm.kind() == ArmKind.FLOOR)
                .findFirst();
        return findings.arms().stream().map(arm -> of(arm, floor, findings)).toList();
    }

    private static ArmSummary of(Arm arm, Optional<Arm> floor, Findings findings) {
        Collection<RecordedRun> plain = plainRuns(findings, arm).values();
        Map<Integer, RecordedRun> floorRuns =
                floor.map(of -> plainRuns(findings, of)).orElse(Map.of());
        Collection<RecordedRun> pipelined = pipelinedRuns(findings, arm).values();
        return new ArmSummary(
                arm,
                findings.warmthOf(arm),
                findings.startMillisOf(arm),
                spread(plain, ArmSummary::rateOf),
                spread(plain, run -> run.load().latency().p50()),
                spread(plain, run -> run.load().latency().p99()),
                spread(plain, RecordedRun::cpuMicrosPerRequest),
                spread(plain, RecordedRun::userMicrosPerRequest),
                spread(plain, RecordedRun::systemMicrosPerRequest),
                spread(plain, run -> run.memory().mebibytes()),
                ratios(plain, floorRuns, RecordedRun::cpuMicrosPerRequest),
                ratios(plain, floorRuns, ArmSummary::rateOf),
                spread(pipelined, ArmSummary::rateOf),
                ratios(pipelined, plainRuns(findings, arm), ArmSummary::rateOf),
                findings.runs().stream()
                        .filter(run -> run.arm().equals(arm.name()))
                        .mapToLong(run -> run.load().errorCount())
                        .sum());
    }

    /** Of a figure of one arm over the same figure of another, round by round. */
    static Spread ratiosBetween(Findings findings, Arm arm, Arm other, ToDoubleFunction<RecordedRun> figure) {
        return ratios(plainRuns(findings, arm).values(), plainRuns(findings, other), figure);
    }

    static double rateOf(RecordedRun run) {
        return run.load().requestsPerSecond();
    }

    private static Spread ratios(
            Collection<RecordedRun> runs, Map<Integer, RecordedRun> others, ToDoubleFunction<RecordedRun> figure) {
        return Spread.of(runs.stream()
                .filter(run -> others.containsKey(run.round()))
                .map(run -> figure.applyAsDouble(run) / figure.applyAsDouble(others.get(run.round())))
                .toList());
    }

    private static Spread spread(Collection<RecordedRun> runs, ToDoubleFunction<RecordedRun> figure) {
        return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
    }

    private static Map<Integer, RecordedRun> plainRuns(Findings findings, Arm arm) {
        return byRound(findings, arm, false);
    }

    private static Map<Integer, RecordedRun> pipelinedRuns(Findings findings, Arm arm) {
        return byRound(findings, arm, true);
    }

    private static Map<Integer, RecordedRun> byRound(Findings findings, Arm arm, boolean pipelined) {
        return findings.runs().stream()
                .filter(run -> run.arm().equals(arm.name()) && run.pipelining() > 1 == pipelined)
                .collect(Collectors.toMap(RecordedRun::round, run -> run));
    }
}
