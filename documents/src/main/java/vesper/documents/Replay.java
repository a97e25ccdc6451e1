package vesper.documents;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import vesper.documents.positions.CurrentVersion;
import vesper.documents.positions.VersionPlace;
import vesper.journal.JournalReader;
import vesper.journal.Position;

/**
 * Replays the journal from where the view stands, or all of it if the view is rebuilt. Sequences show which entries the
 * view already has, so it does no harm to start too early.
 */
final class Replay {
    private static final int MANY = 100_000;

    private final DurableStore store;

    Replay(DurableStore store) {
        this.store = store;
    }

    void run(long from) throws IOException {
        try (JournalReader reader = store.journal().read(from)) {
            int since = 0;
            while (reader.next()) {
                for (LogEntry entry : LogEntry.read(reader.type(), reader.payload())) {
                    apply(entry, reader.type(), reader.position());
                    since++;
                }
                if (since < MANY) continue;
                store.bringUpToDate(reader.nextPosition());
                since = 0;
            }
        }
    }

    private void apply(LogEntry entry, int type, long position) throws IOException {
        VersionIndex<?> index = store.index(entry.collection());
        if (index == null) {
            throw new IOException("at " + Position.format(position) + " is a document of collection "
                    + entry.collection() + ", which is missing in the file \"collections\"");
        }
        if (type == LogEntry.FORGOTTEN) {
            forget(index, entry, position);
        } else {
            stored(index, entry, position);
        }
    }

    private <T> void stored(VersionIndex<T> index, LogEntry entry, long position) throws IOException {
        index.sawSequence(entry.sequence());
        RecentDocument<T> recent = index.recent(entry.id());
        CurrentVersion viewed = index.viewed(entry.id()).orElse(null);
        if (entry.sequence() > newest(recent, viewed)) {
            RecentDocument<T> document = index.recentAfter(entry.id(), viewed == null ? null : viewed.place());
            DurableVersion<T> next = logged(entry, position);
            document.enter(next);
            index.show(document, next, entry.key());
            store.shown(0);
            return;
        }
        VersionPlace known = index.place(entry.id(), entry.version()).orElse(null);
        if (known == null && index.isKept(entry.id(), entry.version())) {
            // If the view is rebuilt, the copy of an old version may follow newer versions.
            store.bringUpToDate(position);
            index.insert(entry.id(), logged(entry, position).place());
        } else if (known != null && known.position() != position && known.atMillis() == entry.atMillis()) {
            index.move(entry.id(), entry.version(), known.position(), position);
        }
    }

    private static <T> long newest(@Nullable RecentDocument<T> recent, @Nullable CurrentVersion viewed) {
        DurableVersion<T> shown = recent == null ? null : recent.shown();
        if (shown != null) return shown.sequence();
        return viewed == null ? 0 : viewed.sequence();
    }

    private static <T> DurableVersion<T> logged(LogEntry entry, long position) {
        return new DurableVersion<>(
                entry.id(),
                entry.version(),
                entry.action(),
                entry.atMillis(),
                null,
                entry.sequence(),
                position,
                entry.sizeBytes());
    }

    private <T> void forget(VersionIndex<T> index, LogEntry entry, long position) throws IOException {
        if (index.recent(entry.id()) != null) store.bringUpToDate(position);
        CurrentVersion viewed = index.viewed(entry.id()).orElse(null);
        if (viewed != null && viewed.sequence() == entry.sequence()) index.forget(entry.id(), viewed);
    }
}
