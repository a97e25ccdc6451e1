package vesper.documents;

import org.jspecify.annotations.Nullable;
import vesper.documents.positions.CurrentVersion;
import vesper.documents.positions.VersionPlace;

/** One version of a durable document, with its place in the journal. */
final class DurableVersion<T> extends RetainedVersion<T> {
    private final long position;
    private final int sizeBytes;

    /** @param value null if the document was deleted, or if the value was not read yet */
    DurableVersion(
            DocumentId id,
            long version,
            Action action,
            long atMillis,
            @Nullable T value,
            long sequence,
            long position,
            int sizeBytes) {
        super(id, version, action, atMillis, value);
        this.position = position;
        this.sizeBytes = sizeBytes;
        setSequence(sequence);
    }

    static <T> DurableVersion<T> of(DocumentId id, CurrentVersion current, @Nullable T value) {
        VersionPlace place = current.place();
        return new DurableVersion<>(
                id,
                place.version(),
                Action.of(place.action()),
                place.atMillis(),
                value,
                current.sequence(),
                place.position(),
                place.sizeBytes());
    }

    @Override
    DurableVersion<T> with(T read) {
        return new DurableVersion<>(id, version(), action(), atMillis, read, sequence(), position, sizeBytes);
    }

    long position() {
        return position;
    }

    int sizeBytes() {
        return sizeBytes;
    }

    @Override
    int heldBytes() {
        return value == null ? 0 : sizeBytes;
    }

    /** Returns whether the document exists in this version and its value was not read. */
    boolean lacksValue() {
        return value == null && isThere();
    }

    VersionPlace place() {
        return new VersionPlace(version(), position, atMillis, action().code(), sizeBytes);
    }

    CurrentVersion current() {
        return new CurrentVersion(sequence(), place());
    }
}
