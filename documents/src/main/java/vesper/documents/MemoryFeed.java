package vesper.documents;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A feed over the changes that are kept in memory. */
final class MemoryFeed<T> implements Feed<T> {
    private final RecentChanges<T> recent;
    private final StateForm<T> form;
    /** Null to follow all documents. */
    private final @Nullable DocumentId only;

    private long position;
    private boolean closed;

    MemoryFeed(RecentChanges<T> recent, StateForm<T> form, @Nullable DocumentId only, long after) {
        this.recent = recent;
        this.form = form;
        this.only = only;
        this.position = after;
    }

    @Override
    public PollResult<T> next(int most, Duration longestWait) throws InterruptedException {
        if (closed) throw new IllegalStateException("the feed is closed");
        if (most < 1) throw new IllegalArgumentException("the maximum number of changes must be above 0, not " + most);
        long until = System.nanoTime() + longestWait.toNanos();
        List<Change<T>> changes = new ArrayList<>();
        while (true) {
            // A sequence above the newest was never assigned in this life of the collection.
            if (position > recent.newest() || recent.isGone(position + 1)) {
                if (changes.isEmpty()) return new PollResult.Gone<>(recent.newest());
                return new PollResult.Changes<>(changes);
            }
            take(changes, most);
            if (!changes.isEmpty() || System.nanoTime() >= until) return new PollResult.Changes<>(changes);
            recent.await(position + 1, until);
        }
    }

    private void take(List<Change<T>> changes, int most) {
        RetainedVersion<T> version;
        while (changes.size() < most && (version = recent.at(position + 1)) != null) {
            position++;
            if (only == null || only.equals(version.id)) changes.add(version.change(form));
        }
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void close() {
        closed = true;
    }
}
