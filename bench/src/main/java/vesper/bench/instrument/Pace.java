package vesper.bench.instrument;

import java.time.Duration;
import vesper.bench.statistics.StabilityRule;

/**
 * The lengths of the phases of an experiment.
 *
 * @param starts number of starts of every server, each followed by a warm-up and rounds
 * @param rounds number of rounds of each start, with a recorded run of every arm
 * @param run length of a recorded run
 * @param window length of a window of the warm-up
 * @param maxWindows number of windows after which an arm that is not warm counts as unstable
 * @param rule for a server that is not a JVM or already warm; a fresh JVM needs at least {@code minJvmWindows}
 *     windows
 */
public record Pace(
        int starts, int rounds, Duration run, Duration window, int maxWindows, StabilityRule rule, int minJvmWindows) {
    /** A remark in every report of a quick experiment. */
    public static final String SMOKE_RUN =
            "A smoke run: it checks that everything works; its figures are not meaningful.";

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Three starts with five rounds each. */
    public static final Pace FULL =
            new Pace(3, 5, Duration.ofSeconds(4), SECOND, 60, new StabilityRule(0.01, 0.05, 9), 15);

    /** A smoke run: one start, shorter runs, and a rule that even a busy machine can satisfy. */
    public static final Pace QUICK =
            new Pace(1, 3, Duration.ofSeconds(1), Duration.ofMillis(500), 16, new StabilityRule(0.1, 0.2, 9), 10);

    public Pace withRun(Duration length) {
        return new Pace(starts, rounds, length, window, maxWindows, rule, minJvmWindows);
    }

    public Pace withWindow(Duration length, int most) {
        return new Pace(starts, rounds, run, length, most, rule, minJvmWindows);
    }

    /** Returns a copy with windows of the same length, as many as fit in that time, at least one. */
    public Pace withWarmUp(Duration most) {
        return withWindow(window, (int) Math.max(1, most.dividedBy(window)));
    }

    public Pace withRounds(int each) {
        return new Pace(starts, each, run, window, maxWindows, rule, minJvmWindows);
    }

    public Pace withStarts(int count) {
        return new Pace(count, rounds, run, window, maxWindows, rule, minJvmWindows);
    }

    /** @param isFirst true if the server has not been driven since its start */
    StabilityRule rule(ServerSpec subject, boolean isFirst) {
        return subject.isJvm() && isFirst
                ? new StabilityRule(rule.tolerance(), rule.scatter(), Math.max(rule.minWindows(), minJvmWindows))
                : rule;
    }
}
