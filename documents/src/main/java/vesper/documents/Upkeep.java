package vesper.documents;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Periodic work on a dedicated thread, until it is closed. A round that fails does not stop it. */
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

    /** Starts a round now. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /** Returns the failure of the last round; empty if it succeeded. */
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
                // Interrupts mean nothing to this thread; close() ends it.
            }
        }
        return true;
    }

    /** Ends the thread after the round that is running. */
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
