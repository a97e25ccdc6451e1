package vesper.documents;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Does again and again what is due, on a thread of its own, until it is closed. One round that fails is not the last. */
final class Upkeep implements AutoCloseable {
    private final Runnable round;
    private final long pauseMillis;
    private final Thread thread;
    private boolean closing;
    private boolean woken;
    private volatile @Nullable RuntimeException trouble;

    Upkeep(String name, long pauseMillis, Runnable round) {
        this.round = round;
        this.pauseMillis = pauseMillis;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Has a round begin now. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /** What the last round failed with. */
    Optional<RuntimeException> trouble() {
        return Optional.ofNullable(trouble);
    }

    private void run() {
        while (!isClosingAfterPause()) {
            try {
                round.run();
                trouble = null;
            } catch (RuntimeException failure) {
                trouble = failure;
            }
        }
    }

    private synchronized boolean isClosingAfterPause() {
        long until = System.nanoTime() + pauseMillis * 1_000_000;
        while (!closing) {
            long millis = (until - System.nanoTime()) / 1_000_000;
            if (woken || millis <= 0) {
                woken = false;
                return false;
            }
            try {
                wait(millis);
            } catch (InterruptedException _) {
                // Nobody interrupts this thread to say something; it ends by close.
            }
        }
        return true;
    }

    /** Ends it, once the round that is under way is done. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
