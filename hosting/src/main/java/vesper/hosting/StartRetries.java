package vesper.hosting;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts packages again whose start failed for a reason outside of them: after a second, then after twice the time of
 * the last attempt, up to a minute.
 */
final class StartRetries implements AutoCloseable {
    static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    static final Duration MAX_PAUSE = Duration.ofMinutes(1);

    private final Consumer<HostedPackage> attempt;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("package starts").factory());

    /** @param attempt starts a package, unless its state has changed; it may take as long as hooks do */
    StartRetries(Consumer<HostedPackage> attempt) {
        this.attempt = attempt;
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        timer.setKeepAliveTime(10, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /** Returns the time until the next attempt after this number of failures. */
    static Duration pauseAfter(int failures) {
        if (failures > 6) return MAX_PAUSE;
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.max(0, failures - 1));
        return pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
    }

    /**
     * Starts a package after a pause. Each attempt runs on its own thread, since packages do not wait for each other.
     */
    void schedule(HostedPackage hosted, Duration pause) {
        if (timer.isShutdown()) return;
        var _ = timer.schedule(
                () -> Thread.ofPlatform().daemon().name("package start").start(() -> attempt.accept(hosted)),
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
