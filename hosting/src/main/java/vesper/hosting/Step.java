package vesper.hosting;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call of a package's own code during its start or stop. It runs on a separate thread, so that the caller waits for a
 * limited time. A long step is logged. A step that times out is interrupted and abandoned, because a thread cannot be
 * stopped by force. {@link Steps} lists it for as long as it runs.
 */
final class Step<T> {
    /** A step that takes longer is logged while the caller still waits. */
    static final Duration SLOW_AFTER = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(Step.class);

    private final String name;
    private final PackageClassLoader classes;
    private final Callable<T> code;
    private final Thread thread;
    private final long startedNanos = System.nanoTime();
    private volatile @Nullable T result;
    private volatile @Nullable Throwable thrown;
    private volatile boolean returned;
    private volatile boolean abandoned;

    private Step(String name, PackageClassLoader classes, Callable<T> code) {
        this.name = name;
        this.classes = classes;
        this.code = code;
        thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
        thread.setContextClassLoader(classes);
    }

    /**
     * Calls the code and waits for it.
     *
     * @param name its name for messages, {@code Orders.connect()}
     * @param classes the context class loader for the code
     * @return the returned value, which may be null
     * @throws StepFailedException if the code throws or times out
     */
    static <T> @Nullable T call(String name, PackageClassLoader classes, Duration max, Callable<T> code)
            throws StepFailedException {
        Step<T> step = new Step<>(name, classes, code);
        classes.steps().add(step);
        step.thread.start();
        step.await(max);
        return step.outcome(max);
    }

    private void run() {
        try (PackageLog.Subject _ = PackageLog.about(classes.packageName())) {
            result = code.call();
        } catch (Throwable t) {
            thrown = t;
        }
        returned = true;
        classes.steps().remove(this);
    }

    /** Returns the current state. */
    RunningStep snapshot() {
        Duration since = Duration.ofNanos(System.nanoTime() - startedNanos);
        return new RunningStep(classes.packageName(), name, since, abandoned, place());
    }

    private void await(Duration max) throws StepFailedException {
        try {
            if (max.compareTo(SLOW_AFTER) > 0) {
                if (thread.join(SLOW_AFTER)) return;
                LOG.warn(
                        "{}: {} is still running after {} ms; the limit is {} ms (packages.hook-time){}",
                        classes.packageName(),
                        name,
                        SLOW_AFTER.toMillis(),
                        max.toMillis(),
                        atPlace());
                thread.join(max.minus(SLOW_AFTER));
            } else {
                thread.join(max);
            }
        } catch (InterruptedException e) {
            abandon();
            Thread.currentThread().interrupt();
            throw new StepFailedException(name + " was interrupted because the server is stopping", e);
        }
    }

    private void abandon() {
        abandoned = true;
        thread.interrupt();
    }

    private @Nullable T outcome(Duration max) throws StepFailedException {
        if (!returned) {
            String at = atPlace();
            abandon();
            LOG.warn(
                    "{}: {} was abandoned{}; its thread runs until it ends or the server stops",
                    classes.packageName(),
                    name,
                    at);
            throw new StepFailedException(
                    name + " has not returned within " + max.toMillis() + " ms (packages.hook-time)" + at,
                    new TimeoutException("of " + name));
        }
        Throwable failure = thrown;
        if (failure == null) return result;
        PackageErrors.rethrowJvmErrors(failure);
        throw new StepFailedException(name + " threw " + PackageErrors.describe(failure), failure);
    }

    private String atPlace() {
        String place = place();
        return place.isEmpty() ? "" : "; currently at " + place;
    }

    private String place() {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length == 0 ? "" : stack[0].toString();
    }
}
