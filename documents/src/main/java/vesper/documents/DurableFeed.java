package vesper.documents;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.journal.JournalReader;

/** Follows what is in memory, and reads in the journal what is not there any more. */
final class DurableFeed<T> implements Feed<T> {
    /** Entries of others that are passed over before it looks at the time. */
    private static final int MOST_PASSED = 10_000;
    /** Of states that are read from the journal at once, or one that is larger: many may follow slowly. */
    private static final long MOST_READ_BYTES = 128 << 10;
    /** Nothing was read in the journal yet, or something newer was read in memory since. */
    private static final long NOWHERE = -1;

    private final Shelf<T> shelf;
    private final DurableStore store;
    private final RecentChanges<T> recent;
    private final StateForm<T> form;
    /** Null for all. */
    private final @Nullable DocumentId only;
    /** Whether there are sequences at which nothing has changed. */
    private final boolean hasGaps;

    private long position;
    private long readFrom = NOWHERE;
    private boolean isGone;
    private boolean closed;
    private long readBytes;

    DurableFeed(
            Shelf<T> shelf,
            DurableStore store,
            RecentChanges<T> recent,
            StateForm<T> form,
            @Nullable DocumentId only,
            long after,
            boolean hasGaps) {
        this.shelf = shelf;
        this.store = store;
        this.recent = recent;
        this.form = form;
        this.only = only;
        this.position = after;
        this.hasGaps = hasGaps;
    }

    @Override
    public Told<T> next(int most, Duration longestWait) throws InterruptedException {
        if (closed) throw new IllegalStateException("the feed is closed");
        if (most < 1) throw new IllegalArgumentException("at most " + most + " changes");
        long until = System.nanoTime() + longestWait.toNanos();
        List<Change<T>> changes = new ArrayList<>();
        readBytes = 0;
        while (true) {
            long newest = recent.newest();
            // A sequence that was never given is of another life of the documents.
            if (position > newest || position < 0) isGone = true;
            else if (position < newest && recent.at(position + 1) != null) take(changes, most, newest);
            else if (position < newest) readJournal(changes, most);

            if (isGone && changes.isEmpty()) return new Told.Gone<>(newest);
            boolean isTime = System.nanoTime() >= until;
            if (isGone || !changes.isEmpty() || (isTime && position >= newest)) return new Told.Changes<>(changes);
            if (isTime && longestWait.isPositive()) return new Told.Changes<>(changes);
            if (position >= newest) recent.await(position + 1, until);
        }
    }

    /** @param newest a change is in the ring a moment before it counts */
    private void take(List<Change<T>> changes, int most, long newest) {
        readFrom = NOWHERE;
        Kept<T> kept;
        while (changes.size() < most && position < newest && (kept = recent.at(position + 1)) != null) {
            position++;
            if (kept.isChange() && (only == null || only.equals(kept.id))) changes.add(kept.change(form));
        }
    }

    private void readJournal(List<Change<T>> changes, int most) {
        isGone = position < shelf.goneSequence();
        if (isGone) return;
        if (readFrom == NOWHERE) readFrom = shelf.searchFrom(position + 1);
        // No segment is held back from being dropped between two calls.
        try (JournalReader reader = store.journal().read(readFrom)) {
            for (int passed = 0;
                    passed < MOST_PASSED && reader.nextPosition() < store.log().shown();
                    passed++) {
                if (isFull(changes, most) || recent.at(position + 1) != null || !reader.next()) return;
                if (reader.type() == LogEntry.WRITE || reader.type() == LogEntry.TRANSACTION) {
                    for (LogEntry entry : LogEntry.read(reader.type(), reader.payload())) {
                        if (!take(entry, changes, most)) return;
                    }
                }
                readFrom = reader.nextPosition();
            }
        } catch (IOException failure) {
            throw Shelf.unread(failure);
        }
    }

    /** @return false where it has to be read again, or is not what should follow */
    private boolean take(LogEntry entry, List<Change<T>> changes, int most) {
        boolean isNew = entry.collection() == shelf.number() && entry.sequence() > position;
        if (!isNew) return true;
        // What is gone is said to be so before it goes.
        isGone = hasGaps ? position < shelf.goneSequence() : entry.sequence() > position + 1;
        if (isGone || isFull(changes, most)) return false;
        position = entry.sequence();
        if (only != null && !only.equals(entry.id())) return true;
        changes.add(change(entry));
        readBytes += entry.action().isThere() ? entry.body().utf8().length : 0;
        return true;
    }

    private boolean isFull(List<Change<T>> changes, int most) {
        return changes.size() >= most || readBytes >= MOST_READ_BYTES;
    }

    private Change<T> change(LogEntry entry) {
        return new Change<>(
                entry.sequence(),
                entry.id(),
                new Version(entry.version()),
                Instant.ofEpochMilli(entry.atMillis()),
                entry.action(),
                entry.action().isThere()
                        ? Optional.of(form.fromBytes(entry.body().utf8()))
                        : Optional.empty());
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
