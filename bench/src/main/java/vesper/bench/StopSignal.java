package vesper.bench;

import java.io.Closeable;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGINT and SIGTERM into an interrupt of the thread that armed it. The JVM stays up until that thread has ended
 * its children and written the results so far, for at most 30 seconds. After that, all processes that this JVM started
 * are killed, so that no orphans stay behind.
 */
public final class StopSignal implements Closeable {
    /** Longer than it takes to end any number of hung processes. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CountDownLatch throughWithIt = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean isRaised;

    private StopSignal(Thread worker, Duration patience) {
        this.hook = new Thread(() -> stop(worker, patience), "stop-signal");
    }

    public static StopSignal arm() {
        return arm(PATIENCE);
    }

    static StopSignal arm(Duration patience) {
        var signal = new StopSignal(Thread.currentThread(), patience);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    @Override
    public void close() {
        throughWithIt.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The JVM is already shutting down; the hook has served its purpose.
        }
    }

    /** Returns whether a signal has arrived. */
    public boolean isRaised() {
        return isRaised;
    }

    private void stop(Thread worker, Duration patience) {
        isRaised = true;
        worker.interrupt();
        try {
            if (throughWithIt.await(patience.toMillis(), TimeUnit.MILLISECONDS)) return;
            System.err.println("gave up waiting for the bench to end; what it had started is killed");
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
