package vesper.records.store;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Throttles a thread while requests are in flight. The thread pauses in proportion to the processor time that it used,
 * so that it takes at most its share of one processor, or a fifth of the share while processors are short. Work that
 * has waited longer than {@link #PATIENCE} always gets the full share. Confined to the thread that it throttles.
 */
final class SealingPace {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long LEAST_WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /**
     * Time without requests after which the server counts as idle. Even under load there may be moments without one.
     */
    private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final double WHILE_SHORT = 0.2;
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final double share;
    private final BooleanSupplier busy;
    private final BooleanSupplier shortness;
    /** The thread's processor time that earlier pauses account for. */
    private long restedAtCpuNanos;

    private boolean wasBusy;
    private long busyAt;
    private boolean areShort;
    private long lookedAt;

    /**
     * @param share fraction of one processor
     * @param busy returns whether requests are in flight
     */
    SealingPace(double share, BooleanSupplier busy, BooleanSupplier processorsAreShort) {
        this.share = share;
        this.busy = busy;
        this.shortness = processorsAreShort;
    }

    /**
     * Pauses the thread if necessary.
     *
     * @param hurries true to skip the pause
     * @param waitsMillis how long pending work has been waiting
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
        // A single long pause must not exceed the remaining patience.
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
