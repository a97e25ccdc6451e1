package vesper.services.collections;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.DocumentCollection;

/**
 * What a package does by itself with documents that several nodes have: on the node that leads them, for as long as it
 * does.
 */
final class LeadersActivity {
    private static final Logger LOG = LoggerFactory.getLogger(LeadersActivity.class);
    private static final long LOOK_NANOS = 200_000_000;

    private final DocumentCollection<?> documents;
    private final Supplier<Activity> made;
    private final Thread thread;
    private volatile boolean closing;

    private LeadersActivity(DocumentCollection<?> documents, Supplier<Activity> made) {
        this.documents = documents;
        this.made = made;
        this.thread = Thread.ofVirtual().name("leading of " + documents.name()).unstarted(this::run);
    }

    /** @param made makes the same again for each time that this node leads */
    static Activity of(DocumentCollection<?> documents, Supplier<Activity> made) {
        var leaders = new LeadersActivity(documents, made);
        return new Activity(leaders.thread::start, leaders::end);
    }

    private void run() {
        @Nullable Activity running = null;
        while (!closing) {
            boolean leads = documents.isLeader();
            try {
                if (leads && running == null) {
                    running = made.get();
                    running.start().run();
                } else if (!leads && running != null) {
                    Activity ended = running;
                    running = null;
                    ended.end().run();
                }
            } catch (RuntimeException failure) {
                LOG.error("what {} does by itself could not be started or ended", documents.name(), failure);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        if (running != null) running.end().run();
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
