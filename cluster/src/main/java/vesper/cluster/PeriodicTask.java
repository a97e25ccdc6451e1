package vesper.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that repeats an action at an interval, whether the action fails or not. */
final class PeriodicTask implements Closeable {
    /** An action to repeat. Failures are logged, and the action runs again after the pause. */
    @FunctionalInterface
    interface Task {
        void run() throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);

    private final Task task;
    private final long pauseMillis;
    private final Thread thread;
    private boolean wakeRequested;
    private boolean closing;

    PeriodicTask(String name, Duration pause, Task task) {
        this.task = task;
        this.pauseMillis = pause.toMillis();
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Starts the next round without waiting for the pause to end. */
    synchronized void runNow() {
        wakeRequested = true;
        notifyAll();
    }

    private void run() {
        do {
            try {
                task.run();
            } catch (IOException | RuntimeException failure) {
                LOG.debug("{} failed", thread.getName(), failure);
            }
        } while (awaitNextRound());
    }

    /** Waits until the next round is due. @return false if the thread must end instead */
    private synchronized boolean awaitNextRound() {
        long until = System.nanoTime() + pauseMillis * 1_000_000;
        while (!closing && !wakeRequested) {
            long millis = (until - System.nanoTime()) / 1_000_000;
            if (millis <= 0) break;
            try {
                wait(millis);
            } catch (InterruptedException _) {
                return false;
            }
        }
        wakeRequested = false;
        return !closing;
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
