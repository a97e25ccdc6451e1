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
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean raised;

    private StopSignal(Thread worker, Duration timeout) {
        this.hook = new Thread(() -> stop(worker, timeout), "stop-signal");
    }

    public static StopSignal arm() {
        return arm(TIMEOUT);
    }

    static StopSignal arm(Duration timeout) {
        var signal = new StopSignal(Thread.currentThread(), timeout);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The JVM is already shutting down; the hook has served its purpose.
        }
    }

    /** Returns whether a signal has arrived. */
    public boolean raised() {
        return raised;
    }

    private void stop(Thread worker, Duration timeout) {
        raised = true;
        worker.interrupt();
        try {
            if (finished.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) return;
            System.err.println("timed out waiting for the bench to end; its child processes are killed");
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
