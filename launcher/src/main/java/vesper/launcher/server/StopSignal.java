package vesper.launcher.server;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells a serving thread to stop. */
public final class StopSignal {
    private final CountDownLatch requested = new CountDownLatch(1);
    private final boolean ofProcess;

    private StopSignal(boolean ofProcess) {
        this.ofProcess = ofProcess;
    }

    /** One that nothing but {@link #request} gives. */
    public static StopSignal byHand() {
        return new StopSignal(false);
    }

    /** One that SIGTERM and SIGINT give too, while somebody serves. */
    public static StopSignal ofProcess() {
        return new StopSignal(true);
    }

    /** From now on {@link #await} returns at once. */
    public void request() {
        requested.countDown();
    }

    /** Waits until a stop is requested. */
    void await() throws InterruptedException {
        requested.await();
    }

    /** @return whether a stop is requested before the time is over */
    boolean await(Duration atMost) throws InterruptedException {
        return requested.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean isOfProcess() {
        return ofProcess;
    }
}
