package vesper.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that repeats an action at an interval, whether the action fails or not. */
final class Rounds implements Closeable {
    /** An action to repeat. Failures are logged, and the action runs again after the pause. */
    @FunctionalInterface
    interface Round {
        void run() throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

    private final Round round;
    private final long pauseMillis;
    private final Thread thread;
    private boolean woken;
    private boolean closing;

    Rounds(String name, Duration pause, Round round) {
        this.round = round;
        this.pauseMillis = pause.toMillis();
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Starts the next round without waiting for the pause to end. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    private void run() {
        do {
            try {
                round.run();
            } catch (IOException | RuntimeException failure) {
                LOG.debug("{} could not be done", thread.getName(), failure);
            }
        } while (!isClosingAfterPause());
    }

    private synchronized boolean isClosingAfterPause() {
        long until = System.nanoTime() + pauseMillis * 1_000_000;
        while (!closing && !woken) {
            long millis = (until - System.nanoTime()) / 1_000_000;
            if (millis <= 0) break;
            try {
                wait(millis);
            } catch (InterruptedException _) {
                return true;
            }
        }
        woken = false;
        return closing;
    }

    /** Interrupts the current round and waits until it ends. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
            notifyAll();
        }
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
