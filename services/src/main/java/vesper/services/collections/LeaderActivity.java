package vesper.services.collections;

import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.DocumentCollection;

/**
 * A background activity on replicated documents. It runs only on the node that leads them, while it leads. It starts
 * once this node has seen everything that the previous leader stored, and starts again in each term.
 */
final class LeaderActivity {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderActivity.class);
    private static final long POLL_NANOS = 200_000_000;

    private final DocumentCollection<?> documents;
    private final Supplier<CompletableFuture<Void>> current;
    private final LongFunction<Activity> factory;
    private final Thread thread;
    private volatile boolean closing;

    /** Used only by the thread, like the next field. */
    private @Nullable Activity running;

    private OptionalLong runningIn = OptionalLong.empty();

    private LeaderActivity(
            DocumentCollection<?> documents,
            Supplier<CompletableFuture<Void>> current,
            LongFunction<Activity> factory) {
        this.documents = documents;
        this.current = current;
        this.factory = factory;
        this.thread = Thread.ofVirtual().name("leading of " + documents.name()).unstarted(this::run);
    }

    /**
     * @param current completes when this node has seen everything that the activity needs in addition to the documents
     * @param factory creates the activity for a term in which this node leads
     */
    static Activity of(
            DocumentCollection<?> documents,
            Supplier<CompletableFuture<Void>> current,
            LongFunction<Activity> factory) {
        var activity = new LeaderActivity(documents, current, factory);
        return new Activity(activity.thread::start, activity::close);
    }

    private void run() {
        while (!closing) {
            try {
                checkTerm();
            } catch (RuntimeException failure) {
                LOG.error("background activity of {} could not be started or stopped", documents.name(), failure);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        stop();
    }

    private void checkTerm() {
        OptionalLong term = documents.term();
        if (!term.equals(runningIn)) stop();
        if (term.isEmpty() || running != null || !isCurrent()) return;
        // Becoming current may have taken longer than the term.
        if (!documents.term().equals(term)) return;
        Activity started = factory.apply(term.getAsLong());
        running = started;
        runningIn = term;
        started.start().run();
    }

    /**
     * Waits until this node has seen everything that was stored before its term. Returns false if that failed; the next
     * round tries again.
     */
    private boolean isCurrent() {
        try {
            CompletableFuture.allOf(documents.current(), current.get()).join();
            return true;
        } catch (CompletionException failure) {
            LOG.debug("{} is not current yet; leading starts when it is", documents.name(), failure);
            return false;
        }
    }

    private void stop() {
        Activity ended = running;
        running = null;
        runningIn = OptionalLong.empty();
        if (ended != null) ended.stop().run();
    }

    private void close() {
        closing = true;
        LockSupport.unpark(thread);
        if (!thread.isAlive()) return;
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
