package vesper.records.store;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How long one thread rests for the processor time that it took, while requests are in flight: so long that it takes no
 * more than its share of a processor, and a fifth of that while processors are short. What waits longer than
 * {@link #PATIENCE} gets the whole share all the same. Used by that thread alone.
 */
final class Pace {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long LEAST_WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** Between two requests of a load there may be none in flight when somebody looks. */
    private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final double WHILE_SHORT = 0.2;
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final double share;
    private final BooleanSupplier busy;
    private final BooleanSupplier shortness;
    /** The thread's processor time up to which it has rested. */
    private long restedAtCpuNanos;

    private boolean wasBusy;
    private long busyAt;
    private boolean areShort;
    private long lookedAt;

    /**
     * @param share of one processor
     * @param busy whether requests are in flight
     */
    Pace(double share, BooleanSupplier busy, BooleanSupplier processorsAreShort) {
        this.share = share;
        this.busy = busy;
        this.shortness = processorsAreShort;
    }

    /**
     * @param hurries whether nobody is to be minded
     * @param waitsMillis for how long what is not done has waited
     */
    void rest(boolean hurries, long waitsMillis) {
        long worked = THREADS.getCurrentThreadCpuTime() - restedAtCpuNanos;
        if (worked < LEAST_WORK_NANOS) return;
        restedAtCpuNanos += worked;
        if (!hurries && isBusy()) LockSupport.parkNanos(restNanos(worked, waitsMillis));
    }

    private boolean isBusy() {
        long now = System.nanoTime();
        if (busy.getAsBoolean()) {
            wasBusy = true;
            busyAt = now;
        } else if (now - busyAt > BUSY_NANOS) {
            wasBusy = false;
        }
        return wasBusy;
    }

    private long restNanos(long worked, long waitsMillis) {
        long usual = restNanos(worked, share);
        if (!processorsAreShort()) return usual;
        // One long rest must not outlast the patience that the next one would have.
        long patience = PATIENCE.toNanos() - TimeUnit.MILLISECONDS.toNanos(waitsMillis);
        return Math.max(usual, Math.min(restNanos(worked, share * WHILE_SHORT), patience));
    }

    private static long restNanos(long worked, double share) {
        return (long) (worked * (1 / share - 1));
    }

    private boolean processorsAreShort() {
        long now = System.nanoTime();
        if (now - lookedAt >= BETWEEN_LOOKS_NANOS) {
            lookedAt = now;
            areShort = shortness.getAsBoolean();
        }
        return areShort;
    }
}
