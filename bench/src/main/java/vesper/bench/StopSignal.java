package vesper.bench;

import java.io.Closeable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGINT and SIGTERM into an interrupt of the thread that armed it, and keeps the JVM from going down until that
 * thread is through with ending its children and writing what there is, or 30 seconds have passed.
 */
public final class StopSignal implements Closeable {
    private static final long PATIENCE_SECONDS = 30;

    private final CountDownLatch throughWithIt = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean isRaised;

    private StopSignal(Thread worker) {
        this.hook = new Thread(() -> stop(worker), "stop-signal");
    }

    public static StopSignal arm() {
        var signal = new StopSignal(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    @Override
    public void close() {
        throughWithIt.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The JVM is going down already, which is what the hook was for.
        }
    }

    /** Whether the signal has come. */
    public boolean isRaised() {
        return isRaised;
    }

    private void stop(Thread worker) {
        isRaised = true;
        worker.interrupt();
        try {
            if (!throughWithIt.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("gave up waiting for the bench to end");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
