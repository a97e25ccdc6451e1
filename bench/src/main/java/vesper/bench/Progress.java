package vesper.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Says on stderr what is being done, one line per step, with the seconds since the start. Once it is known how many steps
 * there are, each line tells how much is done and how long the rest will take, if it goes on as it did. On a terminal the
 * last lines are a bar that stays there, and what is being driven with what the last run came to.
 */
public final class Progress {
    private static final int BAR_WIDTH = 30;
    /** A line that is broken by the terminal could not be wiped away. */
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

    /** With a bar where the process has a terminal. */
    public Progress(PrintStream err) {
        this(err, Terminal.isThere());
    }

    Progress(PrintStream err, boolean isLive) {
        this.err = err;
        this.isLive = isLive;
    }

    /** That so many steps are ahead from now on, each about as long as another. */
    public void expect(int count) {
        steps = count;
        done = 0;
        countedFrom = System.nanoTime();
    }

    /** One of the expected steps is over. */
    public void step(String what) {
        step(1, what);
    }

    /** As many of the expected steps are over. */
    public void step(int count, String what) {
        done = Math.min(steps, done + count);
        say(what);
    }

    /** What is driven from now on; on a terminal only. */
    public void running(String what) {
        running = what;
        if (!isLive) return;
        wipe();
        draw();
    }

    /** What the last run came to; on a terminal it stays under the bar. */
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

    /** No more steps: what is on the terminal stays as it is. */
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
