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
    private static final int MAX_COLUMNS = 78;

    private final PrintStream err;
    private final boolean isLive;
    private final long startedAt = System.nanoTime();
    private int steps;
    private int done;
    private long countedFrom;
    private String current = "";
    private String lastFigures = "";
    private int liveLines;

    /** Draws a progress bar if the process has a terminal. */
    public Progress(PrintStream err) {
        this(err, Terminal.isInteractive());
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
    public void step(String message) {
        step(1, message);
    }

    /** Completes several of the expected steps. */
    public void step(int count, String message) {
        done = Math.min(steps, done + count);
        log(message);
    }

    /** Shows the current subject. It appears on a terminal only. */
    public void setCurrent(String subject) {
        current = subject;
        if (!isLive) return;
        wipe();
        draw();
    }

    /** Sets the figures of the last run, which a terminal shows under the bar. */
    public void setLastFigures(String figures) {
        lastFigures = figures;
    }

    public void log(String message) {
        long seconds = seconds(startedAt);
        String suffix = done > 0 && !isLive ? String.format(Locale.ROOT, ", %s", remaining()) : "";
        if (isLive) wipe();
        err.printf(Locale.ROOT, "[%4d s%s] %s%n", seconds, suffix, message);
        if (isLive) draw();
        err.flush();
    }

    private void wipe() {
        err.print(Terminal.ERASE_LINE);
        for (int line = 1; line < liveLines; line++) err.print(Terminal.ERASE_LINE_ABOVE);
        liveLines = 0;
    }

    private void draw() {
        if (steps == 0) return;
        err.print(bar());
        liveLines = 1;
        if (!current.isEmpty()) {
            String line = "now " + current + (lastFigures.isEmpty() ? "" : "; before, " + lastFigures);
            err.print("\n" + (line.length() <= MAX_COLUMNS ? line : line.substring(0, MAX_COLUMNS - 1) + "…"));
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
        current = "";
        lastFigures = "";
    }

    private static long seconds(long since) {
        return Duration.ofNanos(System.nanoTime() - since).toSeconds();
    }

    private String remaining() {
        long remainingSeconds = Math.round((double) seconds(countedFrom) / done * (steps - done));
        return String.format(
                Locale.ROOT, "%d %%, %d:%02d left", 100 * done / steps, remainingSeconds / 60, remainingSeconds % 60);
    }

    private String bar() {
        int full = BAR_WIDTH * done / steps;
        return "[" + "#".repeat(full) + ".".repeat(BAR_WIDTH - full) + "] " + (done > 0 ? remaining() : "");
    }
}
