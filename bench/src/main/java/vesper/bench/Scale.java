package vesper.bench;

import java.time.Duration;

/**
 * How long an experiment takes its time.
 *
 * @param run length of one recorded run
 * @param window length of one warm-up window
 * @param fewestJvmWindows a JVM is never called warm before
 * @param mostWindows after so many, what is not steady is called not stable
 * @param tolerance what steady means, see {@link vesper.bench.statistics.Steadiness}
 */
record Scale(int rounds, Duration run, Duration window, int fewestJvmWindows, int mostWindows, double tolerance) {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final double FIVE_PERCENT = 0.05;

    static final Scale FULL = new Scale(5, Duration.ofSeconds(8), SECOND, 15, 60, FIVE_PERCENT);
    static final Scale QUICK = new Scale(3, Duration.ofSeconds(2), SECOND, 10, 14, FIVE_PERCENT);

    Scale withRun(Duration length) {
        return new Scale(rounds, length, window, fewestJvmWindows, mostWindows, tolerance);
    }
}
