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
final class LeadersActivity {
    private static final Logger LOG = LoggerFactory.getLogger(LeadersActivity.class);
    private static final long LOOK_NANOS = 200_000_000;

    private final DocumentCollection<?> documents;
    private final Supplier<CompletableFuture<Void>> current;
    private final LongFunction<Activity> made;
    private final Thread thread;
    private volatile boolean closing;

    /** Used only by the thread, like the next field. */
    private @Nullable Activity running;

    private OptionalLong runningIn = OptionalLong.empty();

    private LeadersActivity(
            DocumentCollection<?> documents, Supplier<CompletableFuture<Void>> current, LongFunction<Activity> made) {
        this.documents = documents;
        this.current = current;
        this.made = made;
        this.thread = Thread.ofVirtual().name("leading of " + documents.name()).unstarted(this::run);
    }

    /**
     * @param current completes when this node has seen everything that the activity needs in addition to the documents
     * @param made creates the activity for a term in which this node leads
     */
    static Activity of(
            DocumentCollection<?> documents, Supplier<CompletableFuture<Void>> current, LongFunction<Activity> made) {
        var leaders = new LeadersActivity(documents, current, made);
        return new Activity(leaders.thread::start, leaders::end);
    }

    private void run() {
        while (!closing) {
            try {
                look();
            } catch (RuntimeException failure) {
                LOG.error("what {} does by itself could not be started or ended", documents.name(), failure);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        stop();
    }

    private void look() {
        OptionalLong term = documents.term();
        if (!term.equals(runningIn)) stop();
        if (term.isEmpty() || running != null || !isCurrent()) return;
        // Becoming current may have taken longer than the term.
        if (!documents.term().equals(term)) return;
        Activity begun = made.apply(term.getAsLong());
        running = begun;
        runningIn = term;
        begun.start().run();
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
            LOG.debug("{} is not current, and is led when it is", documents.name(), failure);
            return false;
        }
    }

    private void stop() {
        Activity ended = running;
        running = null;
        runningIn = OptionalLong.empty();
        if (ended != null) ended.end().run();
    }

    private void end() {
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
