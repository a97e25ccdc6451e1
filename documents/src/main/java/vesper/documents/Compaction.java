package vesper.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import vesper.documents.positions.VersionPlace;
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
final class Compaction {
    private static final int MOST_AT_ONCE = 4;
    private static final int MOST_COPIES = 4096;
    /** Approximate size of an entry relative to its payload. */
    private static final double OVERHEAD = 1.1;

    private record RewrittenEntry<T>(VersionIndex<T> index, DocumentId id, long version, long from, long to) {
        void moveTo(DurableStore store) throws IOException {
            synchronized (index.stripes().of(id)) {
                boolean isThere = index.place(id, version)
                        .filter(place -> place.position() == from)
                        .isPresent();
                if (!isThere) return;
                index.move(id, version, from, to);
                store.uncache(index.number(), id);
            }
        }
    }

    private final DurableStore store;
    private final Journal journal;
    private final long feedBytes;
    private final List<RewrittenEntry<?>> rewritten = new ArrayList<>();
    private final Map<VersionIndex<?>, Long> newest = new HashMap<>();

    Compaction(DurableStore store, DocumentsOptions options) {
        this.store = store;
        this.journal = store.journal();
        this.feedBytes = options.feedBytes();
    }

    void compact() throws IOException {
        for (int i = 0; i < MOST_AT_ONCE && isWorthwhile(); i++) {
            compact(journal.segments().getFirst());
        }
    }

    private boolean isWorthwhile() {
        SegmentInfo oldest = journal.segments().stream().findFirst().orElse(null);
        // An entry that the view has not flushed would be replayed at a start, so its segment must stay.
        if (oldest == null || !oldest.sealed() || oldest.endPosition() > store.flushedTo()) return false;
        long live = store.indexes().stream().mapToLong(VersionIndex::liveBytes).sum();
        return journal.sizeBytes() > 2 * (long) (live * OVERHEAD) + feedBytes;
    }

    private void compact(SegmentInfo segment) throws IOException {
        try (JournalReader reader = journal.read(segment.startPosition())) {
            while (reader.nextPosition() < segment.endPosition() && reader.next()) {
                if (reader.type() == LogEntry.FORGOTTEN) continue;
                for (LogEntry entry : LogEntry.read(reader.type(), reader.payload())) {
                    rewriteIfLive(entry, reader.type(), reader.position());
                }
                if (rewritten.size() >= MOST_COPIES) moveView();
            }
        }
        moveView();
        for (var each : newest.entrySet()) each.getKey().lose(each.getValue());
        newest.clear();
        long beginning = Position.startOfNextSegment(segment.startPosition());
        store.setNeededFrom(beginning);
        store.flush();
        journal.dropBefore(beginning);
    }

    private void rewriteIfLive(LogEntry entry, int type, long position) throws IOException {
        VersionIndex<?> index = store.index(entry.collection());
        if (index == null) throw new IOException("an entry belongs to unknown collection " + entry.collection());
        if (type != LogEntry.COPY) newest.merge(index, entry.sequence(), Math::max);
        if (!index.mayBeKept(entry.id(), entry.version())) return;
        VersionPlace place = index.place(entry.id(), entry.version()).orElse(null);
        if (place == null || place.position() != position) return;
        long to;
        synchronized (store.log()) {
            to = store.log().append(LogEntry.COPY, entry.bytes());
        }
        rewritten.add(new RewrittenEntry<>(index, entry.id(), entry.version(), position, to));
    }

    /**
     * Moves the view to the copies. They are synced first: the view must not refer to anything that a power cut could
     * take away.
     */
    private void moveView() throws IOException {
        if (rewritten.isEmpty()) return;
        store.synced();
        for (RewrittenEntry<?> copy : rewritten) copy.moveTo(store);
        rewritten.clear();
    }
}
