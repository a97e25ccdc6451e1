package vesper.documents;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import vesper.documents.positions.Current;
import vesper.documents.positions.Place;
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
        Shelf<?> shelf = store.shelf(entry.collection());
        if (shelf == null) {
            throw new IOException("at " + Position.format(position) + " is a document of collection "
                    + entry.collection() + ", which the file \"collections\" does not name");
        }
        if (type == LogEntry.FORGOTTEN) {
            forget(shelf, entry, position);
        } else {
            stored(shelf, entry, position);
        }
    }

    private <T> void stored(Shelf<T> shelf, LogEntry entry, long position) throws IOException {
        shelf.sawSequence(entry.sequence());
        Recent<T> recent = shelf.recent(entry.id());
        Current viewed = shelf.viewed(entry.id()).orElse(null);
        if (entry.sequence() > newest(recent, viewed)) {
            Recent<T> document = shelf.recentAfter(entry.id(), viewed == null ? null : viewed.place());
            Logged<T> next = logged(entry, position);
            document.enter(next);
            shelf.show(document, next, entry.key());
            store.shown(0);
            return;
        }
        Place known = shelf.place(entry.id(), entry.version()).orElse(null);
        if (known == null && shelf.isKept(entry.id(), entry.version())) {
            // If the view is rebuilt, the copy of an old version may follow newer versions.
            store.bringUpToDate(position);
            shelf.insert(entry.id(), logged(entry, position).place());
        } else if (known != null && known.position() != position && known.atMillis() == entry.atMillis()) {
            shelf.move(entry.id(), entry.version(), known.position(), position);
        }
    }

    private static <T> long newest(@Nullable Recent<T> recent, @Nullable Current viewed) {
        Logged<T> shown = recent == null ? null : recent.shown();
        if (shown != null) return shown.sequence();
        return viewed == null ? 0 : viewed.sequence();
    }

    private static <T> Logged<T> logged(LogEntry entry, long position) {
        return new Logged<>(
                entry.id(),
                entry.version(),
                entry.action(),
                entry.atMillis(),
                null,
                entry.sequence(),
                position,
                entry.sizeBytes());
    }

    private <T> void forget(Shelf<T> shelf, LogEntry entry, long position) throws IOException {
        if (shelf.recent(entry.id()) != null) store.bringUpToDate(position);
        Current viewed = shelf.viewed(entry.id()).orElse(null);
        if (viewed != null && viewed.sequence() == entry.sequence()) shelf.forget(entry.id(), viewed);
    }
}
