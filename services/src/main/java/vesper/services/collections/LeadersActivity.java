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
 * What a package does by itself with documents that several nodes have: on the node that leads them, for as long as it
 * does. It begins once this node knows all that the one before has done, and anew in each term.
 */
final class LeadersActivity {
    private static final Logger LOG = LoggerFactory.getLogger(LeadersActivity.class);
    private static final long LOOK_NANOS = 200_000_000;

    private final DocumentCollection<?> documents;
    private final Supplier<CompletableFuture<Void>> current;
    private final LongFunction<Activity> made;
    private final Thread thread;
    private volatile boolean closing;

    /** Used by the thread, as what follows is. */
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
     * @param current completes when this node knows all of what is needed beside the documents
     * @param made makes the same again for each term in which this node leads
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
        // Becoming so may have taken longer than the term.
        if (!documents.term().equals(term)) return;
        Activity begun = made.apply(term.getAsLong());
        running = begun;
        runningIn = term;
        begun.start().run();
    }

    /** Whether this node knows all that was stored before it came to lead; another look asks again. */
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
