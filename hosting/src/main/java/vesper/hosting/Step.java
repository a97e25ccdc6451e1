package vesper.hosting;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One call of a package's own code while it starts or stops, on a thread of its own: whoever waits for it does so for a
 * bounded time. A step that is late is interrupted and left behind; nothing can take its thread away from it.
 */
final class Step<T> {
    private final String what;
    private final Callable<T> code;
    private volatile @Nullable T result;
    private volatile @Nullable Throwable thrown;
    private volatile boolean returned;

    private Step(String what, Callable<T> code) {
        this.what = what;
        this.code = code;
    }

    /**
     * Makes the call and waits for it.
     *
     * @param what names it in messages, {@code Orders.connect()}
     * @param classes the context class loader that it sees
     * @return what it returned, null where that is nothing
     * @throws StepFailedException if it throws, or has not returned in time
     */
    static <T> @Nullable T call(String what, ClassLoader classes, Duration longest, Callable<T> code)
            throws StepFailedException {
        Step<T> step = new Step<>(what, code);
        Thread thread = Thread.ofPlatform().daemon().name(what).unstarted(step::run);
        thread.setContextClassLoader(classes);
        thread.start();
        step.await(thread, longest);
        return step.outcome(thread, longest);
    }

    private void run() {
        try {
            result = code.call();
        } catch (Throwable t) {
            thrown = t;
        }
        returned = true;
    }

    private void await(Thread thread, Duration longest) throws StepFailedException {
        try {
            thread.join(longest);
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new StepFailedException(what + " was not waited for, since the server stops", e);
        }
    }

    private @Nullable T outcome(Thread thread, Duration longest) throws StepFailedException {
        if (!returned) {
            String place = placeOf(thread);
            thread.interrupt();
            throw new StepFailedException(
                    what + " has not returned within " + longest.toMillis() + " ms (packages.hook-time)" + place, null);
        }
        Throwable failure = thrown;
        if (failure == null) return result;
        Thrown.passOn(failure);
        throw new StepFailedException(what + " threw " + Thrown.text(failure), failure);
    }

    private static String placeOf(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length == 0 ? "" : "; it is at " + stack[0];
    }
}
