package vesper.hosting;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts packages again whose start failed for a reason outside of them: after a second, then after twice the time of the
 * last attempt, up to a minute.
 */
final class StartRetries implements AutoCloseable {
    static final Duration FIRST = Duration.ofSeconds(1);
    static final Duration LONGEST = Duration.ofMinutes(1);

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

    /** Returns the time until the next attempt after so many failures. */
    static Duration pauseAfter(int failures) {
        if (failures > 6) return LONGEST;
        Duration pause = FIRST.multipliedBy(1L << Math.max(0, failures - 1));
        return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
    }

    /** Starts a package after a pause. Each attempt runs on its own thread, since packages do not wait for each other. */
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
