package vesper.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadProgress;

/**
 * Reports the progress of one load run on stderr: answered requests, the current rate and the remaining time. On a
 * terminal this is one line that is updated in place, otherwise a new line every five seconds.
 */
final class LoadProgressReporter implements LoadProgress {
    private static final double SECONDS_BETWEEN_LINES = 5;

    private final PrintStream err;
    private final boolean isLive;
    private final double maxSeconds;
    /** Number of requests, answered or failed, after which the run is over. */
    private final double maxRequests;

    private double lastSeconds;
    private long lastAnswered;
    private double nextLineAt = SECONDS_BETWEEN_LINES;

    LoadProgressReporter(PrintStream err, boolean isLive, LoadPlan plan) {
        this.err = err;
        this.isLive = isLive;
        this.maxSeconds = plan.duration().toNanos() / 1e9;
        this.maxRequests = plan.requests() == Long.MAX_VALUE
                ? Double.POSITIVE_INFINITY
                : (double) plan.requests() * Math.max(1, plan.sockets().calls());
    }

    @Override
    public void onProgress(double seconds, long answered, long failed) {
        boolean isDue = isLive || seconds >= nextLineAt;
        if (isDue) report(seconds, answered, failed);
        lastSeconds = seconds;
        lastAnswered = answered;
    }

    /** Ends the reports and clears the line on a terminal. */
    void end() {
        if (isLive) err.print(Terminal.ERASE_LINE);
        err.flush();
    }

    private void report(double seconds, long answered, long failed) {
        nextLineAt = seconds + SECONDS_BETWEEN_LINES;
        err.printf(
                Locale.ROOT,
                "%s%.0f s: %,d answered, %,.0f per second, %,d errors, %s left%s",
                isLive ? Terminal.ERASE_LINE : "",
                seconds,
                answered,
                (answered - lastAnswered) / (seconds - lastSeconds),
                failed,
                remaining(seconds, answered + failed),
                isLive ? "" : System.lineSeparator());
        err.flush();
    }

    /**
     * Returns the remaining time: the shorter of the time limit and the time for the remaining requests at the average
     * rate so far.
     */
    private String remaining(double seconds, long done) {
        double byTime = maxSeconds - seconds;
        double byCount = done == 0 ? Double.POSITIVE_INFINITY : (maxRequests - done) * seconds / done;
        if (done == 0 && maxRequests < Double.POSITIVE_INFINITY) return "an unknown time";
        Duration remaining = Duration.ofSeconds(Math.round(Math.max(0, Math.min(byTime, byCount))));
        return String.format(Locale.ROOT, "%d:%02d", remaining.toMinutes(), remaining.toSecondsPart());
    }
}
