package vesper.documents;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.journal.JournalReader;

/** A feed that reads recent changes from memory and older ones from the journal. */
final class DurableFeed<T> implements Feed<T> {
    /** Journal entries to read before checking the time again; most may belong to other collections. */
    private static final int MOST_PASSED = 10_000;
    /**
     * Bound on the states read from the journal in one call, which may exceed it by one state. It is small because many
     * slow feeds may be open.
     */
    private static final long MOST_READ_BYTES = 128 << 10;
    /** Stands for no position: nothing was read from the journal yet, or something newer was read from memory since. */
    private static final long NOWHERE = -1;

    private final VersionIndex<T> index;
    private final DurableStore store;
    private final RecentChanges<T> recent;
    private final StateForm<T> form;
    /** Null to follow all documents. */
    private final @Nullable DocumentId only;
    /** True if there are sequences at which nothing changed. */
    private final boolean hasGaps;

    private long position;
    private long readFrom = NOWHERE;
    private boolean isGone;
    private boolean closed;
    private long readBytes;

    DurableFeed(
            VersionIndex<T> index,
            DurableStore store,
            RecentChanges<T> recent,
            StateForm<T> form,
            @Nullable DocumentId only,
            long after,
            boolean hasGaps) {
        this.index = index;
        this.store = store;
        this.recent = recent;
        this.form = form;
        this.only = only;
        this.position = after;
        this.hasGaps = hasGaps;
    }

    @Override
    public PollResult<T> next(int most, Duration longestWait) throws InterruptedException {
        if (closed) throw new IllegalStateException("the feed is closed");
        if (most < 1) throw new IllegalArgumentException("the maximum number of changes must be above 0, not " + most);
        long until = System.nanoTime() + longestWait.toNanos();
        List<Change<T>> changes = new ArrayList<>();
        readBytes = 0;
        while (true) {
            long newest = recent.newest();
            // A sequence that was never assigned comes from an earlier life of the documents.
            if (position > newest || position < 0) isGone = true;
            else if (position < newest && recent.at(position + 1) != null) take(changes, most, newest);
            else if (position < newest) readJournal(changes, most);

            if (isGone && changes.isEmpty()) return new PollResult.Gone<>(newest);
            boolean isTime = System.nanoTime() >= until;
            if (isGone || !changes.isEmpty() || (isTime && position >= newest))
                return new PollResult.Changes<>(changes);
            if (isTime && longestWait.isPositive()) return new PollResult.Changes<>(changes);
            if (position >= newest) recent.await(position + 1, until);
        }
    }

    /** @param newest the last sequence to take; the ring may hold a later change a moment before it is visible */
    private void take(List<Change<T>> changes, int most, long newest) {
        readFrom = NOWHERE;
        RetainedVersion<T> version;
        while (changes.size() < most && position < newest && (version = recent.at(position + 1)) != null) {
            position++;
            if (version.isChange() && (only == null || only.equals(version.id))) changes.add(version.change(form));
        }
    }

    private void readJournal(List<Change<T>> changes, int most) {
        isGone = position < index.goneSequence();
        if (isGone) return;
        if (readFrom == NOWHERE) readFrom = index.searchFrom(position + 1);
        // The reader does not stay open between calls, so a feed never keeps a segment from being dropped.
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
            throw VersionIndex.unread(failure);
        }
    }

    /** @return false if the entry has to be read again or does not follow the one before */
    private boolean take(LogEntry entry, List<Change<T>> changes, int most) {
        boolean isNew = entry.collection() == index.number() && entry.sequence() > position;
        if (!isNew) return true;
        // The index reports changes as gone before their segment is dropped.
        isGone = hasGaps ? position < index.goneSequence() : entry.sequence() > position + 1;
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
