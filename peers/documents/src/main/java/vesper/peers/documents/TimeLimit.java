package vesper.peers.documents;

import java.time.Duration;

/** A time limit that is cheap to check. Reading a clock instead would take as long as a read from main memory. */
final class TimeLimit implements AutoCloseable {
    private final Thread timer;
    private volatile boolean isOver;

    private TimeLimit(Duration length) {
        timer = Thread.ofPlatform().daemon().name("time limit").unstarted(() -> {
            try {
                Thread.sleep(length);
                isOver = true;
            } catch (InterruptedException _) {
                // The limit was closed before it expired.
            }
        });
    }

    /** Starts a limit. */
    static TimeLimit after(Duration length) {
        var limit = new TimeLimit(length);
        limit.timer.start();
        return limit;
    }

    boolean isOver() {
        return isOver;
    }

    @Override
    public void close() {
        timer.interrupt();
    }
}
