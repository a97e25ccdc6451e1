package vesper.documents;

import org.jspecify.annotations.Nullable;
import vesper.documents.positions.Current;
import vesper.documents.positions.Place;

/** One version of a durable document, with its place in the journal. */
final class Logged<T> extends Kept<T> {
    private final long position;
    private final int sizeBytes;

    /** @param value null if the document was deleted, or if the value was not read yet */
    Logged(
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

    static <T> Logged<T> of(DocumentId id, Current current, @Nullable T value) {
        Place place = current.place();
        return new Logged<>(
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
    Logged<T> with(T read) {
        return new Logged<>(id, version(), action(), atMillis, read, sequence(), position, sizeBytes);
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

    Place place() {
        return new Place(version(), position, atMillis, action().code(), sizeBytes);
    }

    Current current() {
        return new Current(sequence(), place());
    }
}
