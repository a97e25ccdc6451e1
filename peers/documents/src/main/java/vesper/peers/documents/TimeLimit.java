package vesper.peers.documents;

import java.time.Duration;

/** Tells when a time is over. To ask takes less than to look at a clock, which takes as long as a read from memory. */
final class TimeLimit implements AutoCloseable {
    private final Thread timer;
    private volatile boolean isOver;

    private TimeLimit(Duration length) {
        timer = Thread.ofPlatform().daemon().name("time limit").unstarted(() -> {
            try {
                Thread.sleep(length);
                isOver = true;
            } catch (InterruptedException _) {
                // Nobody asks any more.
            }
        });
    }

    /** From now on. */
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
