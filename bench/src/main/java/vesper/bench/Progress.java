package vesper.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Says on stderr what is being done, one line per step, with the seconds since the start. */
public final class Progress {
    private final PrintStream err;
    private final long startedAt = System.nanoTime();

    public Progress(PrintStream err) {
        this.err = err;
    }

    public void say(String step) {
        long seconds = Duration.ofNanos(System.nanoTime() - startedAt).toSeconds();
        err.printf(Locale.ROOT, "[%4d s] %s%n", seconds, step);
        err.flush();
    }
}
