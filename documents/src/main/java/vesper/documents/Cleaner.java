package vesper.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import vesper.documents.positions.Place;
import vesper.journal.Journal;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.journal.SegmentInfo;

/**
 * Compaction of the journal: rewrites the live entries of the oldest segment at the journal's end and then drops the
 * segment. Compaction starts when dead entries take more than half of the journal, not counting what is kept for feeds.
 * So each byte is rewritten at most about once for each byte that is written. Runs on the thread that maintains the
 * view.
 */
final class Cleaner {
    private static final int MOST_AT_ONCE = 4;
    private static final int MOST_COPIES = 4096;
    /** Approximate size of an entry relative to its payload. */
    private static final double OVERHEAD = 1.1;

    private record Copy<T>(Shelf<T> shelf, DocumentId id, long version, long from, long to) {
        void take(DurableStore store) throws IOException {
            synchronized (shelf.stripes().of(id)) {
                boolean isThere = shelf.place(id, version)
                        .filter(place -> place.position() == from)
                        .isPresent();
                if (!isThere) return;
                shelf.move(id, version, from, to);
                store.uncache(shelf.number(), id);
            }
        }
    }

    private final DurableStore store;
    private final Journal journal;
    private final long feedBytes;
    private final List<Copy<?>> copies = new ArrayList<>();
    private final Map<Shelf<?>, Long> newest = new HashMap<>();

    Cleaner(DurableStore store, DocumentsOptions options) {
        this.store = store;
        this.journal = store.journal();
        this.feedBytes = options.feedBytes();
    }

    void clean() throws IOException {
        for (int i = 0; i < MOST_AT_ONCE && isWorthIt(); i++) {
            clean(journal.segments().getFirst());
        }
    }

    private boolean isWorthIt() {
        SegmentInfo oldest = journal.segments().stream().findFirst().orElse(null);
        // An entry that the view has not flushed would be replayed at a start, so its segment must stay.
        if (oldest == null || !oldest.sealed() || oldest.endPosition() > store.flushedTo()) return false;
        long live = store.shelves().stream().mapToLong(Shelf::liveBytes).sum();
        return journal.sizeBytes() > 2 * (long) (live * OVERHEAD) + feedBytes;
    }

    private void clean(SegmentInfo segment) throws IOException {
        try (JournalReader reader = journal.read(segment.startPosition())) {
            while (reader.nextPosition() < segment.endPosition() && reader.next()) {
                if (reader.type() == LogEntry.FORGOTTEN) continue;
                for (LogEntry entry : LogEntry.read(reader.type(), reader.payload())) {
                    look(entry, reader.type(), reader.position());
                }
                if (copies.size() >= MOST_COPIES) take();
            }
        }
        take();
        for (var each : newest.entrySet()) each.getKey().lose(each.getValue());
        newest.clear();
        long beginning = Position.startOfNextSegment(segment.startPosition());
        store.beginAt(beginning);
        store.flush();
        journal.dropBefore(beginning);
    }

    private void look(LogEntry entry, int type, long position) throws IOException {
        Shelf<?> shelf = store.shelf(entry.collection());
        if (shelf == null) throw new IOException("there is no collection " + entry.collection());
        if (type != LogEntry.COPY) newest.merge(shelf, entry.sequence(), Math::max);
        if (!shelf.mayBeKept(entry.id(), entry.version())) return;
        Place place = shelf.place(entry.id(), entry.version()).orElse(null);
        if (place == null || place.position() != position) return;
        long to;
        synchronized (store.log()) {
            to = store.log().append(LogEntry.COPY, entry.bytes());
        }
        copies.add(new Copy<>(shelf, entry.id(), entry.version(), position, to));
    }

    /**
     * Moves the view to the copies. They are synced first: the view must not refer to anything that a power cut could
     * take away.
     */
    private void take() throws IOException {
        if (copies.isEmpty()) return;
        store.synced();
        for (Copy<?> copy : copies) copy.take(store);
        copies.clear();
    }
}
