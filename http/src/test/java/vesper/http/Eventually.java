package vesper.http;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads are about to do, within a bound. */
public final class Eventually {
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final long LOOK_NANOS = 1_000_000;

    private Eventually() {}

    public static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) throw new AssertionError(what + " has not come true in " + BOUND);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
