package vesper.launcher.server;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A signal that makes the serving thread stop. */
public final class StopSignal {
    private final CountDownLatch requested = new CountDownLatch(1);
    private final boolean ofProcess;

    private StopSignal(boolean ofProcess) {
        this.ofProcess = ofProcess;
    }

    /** Returns a signal that only {@link #request} raises. */
    public static StopSignal byHand() {
        return new StopSignal(false);
    }

    /** Returns a signal that SIGTERM and SIGINT raise too, while a server runs. */
    public static StopSignal ofProcess() {
        return new StopSignal(true);
    }

    /** Raises the signal. Every {@link #await}, now and later, returns. */
    public void request() {
        requested.countDown();
    }

    /** Waits until a stop is requested. */
    void await() throws InterruptedException {
        requested.await();
    }

    /**
     * Waits until a stop is requested or the time has passed.
     *
     * @return whether a stop was requested
     */
    boolean await(Duration atMost) throws InterruptedException {
        return requested.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean isOfProcess() {
        return ofProcess;
    }
}
