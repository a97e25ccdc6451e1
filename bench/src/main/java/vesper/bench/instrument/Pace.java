package vesper.bench.instrument;

import java.time.Duration;
import vesper.bench.statistics.StabilityRule;

/**
 * How long an experiment takes its time.
 *
 * @param starts of every server, each followed by warming and by rounds
 * @param rounds of each start, in which every arm is recorded once
 * @param run length of one that is recorded
 * @param window length of one in which it is warmed
 * @param mostWindows after so many, what is not warm is called not stable
 * @param rule for a server that is not compiled while it warms up; a JVM has to take at least {@code fewestJvmWindows}
 */
public record Pace(
        int starts,
        int rounds,
        Duration run,
        Duration window,
        int mostWindows,
        StabilityRule rule,
        int fewestJvmWindows) {
    /** What every report of a quick one says. */
    public static final String SMOKE_RUN =
            "A smoke run: it shows that everything works, and its figures prove nothing.";

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Three starts with five rounds each. */
    public static final Pace FULL =
            new Pace(3, 5, Duration.ofSeconds(4), SECOND, 60, new StabilityRule(0.01, 0.05, 9), 15);

    /** A smoke run: one start, shorter runs, and a rule that a busy machine may meet. */
    public static final Pace QUICK =
            new Pace(1, 3, Duration.ofSeconds(1), Duration.ofMillis(500), 16, new StabilityRule(0.1, 0.2, 9), 10);

    public Pace withRun(Duration length) {
        return new Pace(starts, rounds, length, window, mostWindows, rule, fewestJvmWindows);
    }

    public Pace withWindow(Duration length, int most) {
        return new Pace(starts, rounds, run, length, most, rule, fewestJvmWindows);
    }

    /** The windows last as long as before, and are as many as go into that time, one at least. */
    public Pace withWarmUp(Duration most) {
        return withWindow(window, (int) Math.max(1, most.dividedBy(window)));
    }

    public Pace withRounds(int each) {
        return new Pace(starts, each, run, window, mostWindows, rule, fewestJvmWindows);
    }

    public Pace withStarts(int count) {
        return new Pace(count, rounds, run, window, mostWindows, rule, fewestJvmWindows);
    }

    /** @param isFirst whether nothing has driven the server since its start */
    StabilityRule rule(Subject subject, boolean isFirst) {
        return subject.isJvm() && isFirst
                ? new StabilityRule(rule.tolerance(), rule.scatter(), Math.max(rule.fewest(), fewestJvmWindows))
                : rule;
    }
}
