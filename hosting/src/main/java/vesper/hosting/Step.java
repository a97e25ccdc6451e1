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
    static final Duration LONG = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(Step.class);

    private final String what;
    private final PackageClassLoader classes;
    private final Callable<T> code;
    private final Thread thread;
    private final long begunNanos = System.nanoTime();
    private volatile @Nullable T result;
    private volatile @Nullable Throwable thrown;
    private volatile boolean returned;
    private volatile boolean abandoned;

    private Step(String what, PackageClassLoader classes, Callable<T> code) {
        this.what = what;
        this.classes = classes;
        this.code = code;
        thread = Thread.ofPlatform().daemon().name(what).unstarted(this::run);
        thread.setContextClassLoader(classes);
    }

    /**
     * Calls the code and waits for it.
     *
     * @param what its name for messages, {@code Orders.connect()}
     * @param classes the context class loader for the code
     * @return the returned value, which may be null
     * @throws StepFailedException if the code throws or times out
     */
    static <T> @Nullable T call(String what, PackageClassLoader classes, Duration longest, Callable<T> code)
            throws StepFailedException {
        Step<T> step = new Step<>(what, classes, code);
        classes.steps().began(step);
        step.thread.start();
        step.await(longest);
        return step.outcome(longest);
    }

    private void run() {
        try {
            result = code.call();
        } catch (Throwable t) {
            thrown = t;
        }
        returned = true;
        classes.steps().ended(this);
    }

    /** Returns the current state. */
    RunningStep now() {
        Duration since = Duration.ofNanos(System.nanoTime() - begunNanos);
        return new RunningStep(classes.packageName(), what, since, abandoned, place());
    }

    private void await(Duration longest) throws StepFailedException {
        try {
            if (longest.compareTo(LONG) > 0) {
                if (thread.join(LONG)) return;
                LOG.warn(
                        "{}: {} has not returned after {} ms, and has {} ms (packages.hook-time){}",
                        classes.packageName(),
                        what,
                        LONG.toMillis(),
                        longest.toMillis(),
                        atPlace());
                thread.join(longest.minus(LONG));
            } else {
                thread.join(longest);
            }
        } catch (InterruptedException e) {
            abandon();
            Thread.currentThread().interrupt();
            throw new StepFailedException(what + " was not waited for, since the server stops", e);
        }
    }

    private void abandon() {
        abandoned = true;
        thread.interrupt();
    }

    private @Nullable T outcome(Duration longest) throws StepFailedException {
        if (!returned) {
            String at = atPlace();
            abandon();
            LOG.warn(
                    "{}: {} is left behind{}; its thread goes on until it ends by itself, or the server does",
                    classes.packageName(),
                    what,
                    at);
            throw new StepFailedException(
                    what + " has not returned within " + longest.toMillis() + " ms (packages.hook-time)" + at,
                    new TimeoutException("of " + what));
        }
        Throwable failure = thrown;
        if (failure == null) return result;
        Thrown.passOn(failure);
        throw new StepFailedException(what + " threw " + Thrown.text(failure), failure);
    }

    private String atPlace() {
        String place = place();
        return place.isEmpty() ? "" : "; it is at " + place;
    }

    private String place() {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length == 0 ? "" : stack[0].toString();
    }
}
