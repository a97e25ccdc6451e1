package vesper.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Reports the steps of an experiment on stderr, a line each, with the seconds since the start. Once the number of steps
 * is known, each line also has the percentage done and an estimate of the remaining time. On a terminal the last lines
 * are a progress bar, and below it the current subject and the figures of the last run.
 */
public final class Progress {
    private static final int BAR_WIDTH = 30;
    /** Width limit of a line: a line that the terminal wraps could not be erased. */
    private static final int MOST_COLUMNS = 78;

    private final PrintStream err;
    private final boolean isLive;
    private final long startedAt = System.nanoTime();
    private int steps;
    private int done;
    private long countedFrom;
    private String running = "";
    private String last = "";
    private int liveLines;

    /** Draws a progress bar if the process has a terminal. */
    public Progress(PrintStream err) {
        this(err, Terminal.isThere());
    }

    Progress(PrintStream err, boolean isLive) {
        this.err = err;
        this.isLive = isLive;
    }

    /** Announces the number of steps ahead, each of about the same length. */
    public void expect(int count) {
        steps = count;
        done = 0;
        countedFrom = System.nanoTime();
    }

    /** Completes one of the expected steps. */
    public void step(String what) {
        step(1, what);
    }

    /** Completes several of the expected steps. */
    public void step(int count, String what) {
        done = Math.min(steps, done + count);
        say(what);
    }

    /** Shows the current subject. It appears on a terminal only. */
    public void running(String what) {
        running = what;
        if (!isLive) return;
        wipe();
        draw();
    }

    /** Sets the figures of the last run, which a terminal shows under the bar. */
    public void last(String figures) {
        last = figures;
    }

    public void say(String what) {
        long seconds = seconds(startedAt);
        String ahead = done > 0 && !isLive ? String.format(Locale.ROOT, ", %s", ahead()) : "";
        if (isLive) wipe();
        err.printf(Locale.ROOT, "[%4d s%s] %s%n", seconds, ahead, what);
        if (isLive) draw();
        err.flush();
    }

    private void wipe() {
        err.print(Terminal.WIPE);
        for (int line = 1; line < liveLines; line++) err.print(Terminal.WIPE_ABOVE);
        liveLines = 0;
    }

    private void draw() {
        if (steps == 0) return;
        err.print(bar());
        liveLines = 1;
        if (!running.isEmpty()) {
            String line = "now " + running + (last.isEmpty() ? "" : "; before, " + last);
            err.print("\n" + (line.length() <= MOST_COLUMNS ? line : line.substring(0, MOST_COLUMNS - 1) + "…"));
            liveLines = 2;
        }
        err.flush();
    }

    /** Ends the expected steps and erases the bar; the lines above it stay. */
    public void end() {
        if (isLive && steps > 0) wipe();
        err.flush();
        steps = 0;
        done = 0;
        running = "";
        last = "";
    }

    private static long seconds(long since) {
        return Duration.ofNanos(System.nanoTime() - since).toSeconds();
    }

    private String ahead() {
        long left = Math.round((double) seconds(countedFrom) / done * (steps - done));
        return String.format(Locale.ROOT, "%d %%, %d:%02d left", 100 * done / steps, left / 60, left % 60);
    }

    private String bar() {
        int full = BAR_WIDTH * done / steps;
        return "[" + "#".repeat(full) + ".".repeat(BAR_WIDTH - full) + "] " + (done > 0 ? ahead() : "");
    }
}
