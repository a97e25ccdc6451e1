package vesper.documents;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One version as it is kept in memory, by the collection and by those who are told of it. An idle document in memory is
 * one of these, so every field counts.
 */
class Kept<T> {
    private static final int ACTION_BITS = 3;
    private static final DocumentId NOBODY = new DocumentId("-");

    final DocumentId id;
    /** Null where the document was deleted, or where the value was not looked at. */
    final @Nullable T value;

    final long atMillis;
    private final long versionAndAction;
    /** Given before anybody who asks for it can see this. */
    private long sequence;

    Kept(DocumentId id, long version, Action action, long atMillis, @Nullable T value) {
        this.id = id;
        this.value = value;
        this.atMillis = atMillis;
        this.versionAndAction = version << ACTION_BITS | action.code();
    }

    void setSequence(long given) {
        sequence = given;
    }

    long sequence() {
        return sequence;
    }

    long version() {
        return versionAndAction >>> ACTION_BITS;
    }

    Action action() {
        return Action.of((int) versionAndAction & ((1 << ACTION_BITS) - 1));
    }

    boolean isThere() {
        return action().isThere();
    }

    /** What takes the place of a change that there was none of. */
    static <T> Kept<T> nothing(long sequence) {
        var nothing = new Kept<T>(NOBODY, 0, Action.DELETED, 0, null);
        nothing.setSequence(sequence);
        return nothing;
    }

    /** Whether something has changed here. */
    boolean isChange() {
        return version() > 0;
    }

    /** What it takes of the memory, where that is known. */
    int heldBytes() {
        return value == null ? 0 : Math.max(0, StateForm.knownSizeBytes(value));
    }

    /** The same version with its value in another form. */
    Kept<T> with(T other) {
        var same = new Kept<>(id, version(), action(), atMillis, other);
        same.setSequence(sequence);
        return same;
    }

    Document<T> document(StateForm<T> form) {
        T there = value;
        if (there == null) throw new IllegalStateException("document " + id + " is not there");
        return new Document<>(id, new Version(version()), Instant.ofEpochMilli(atMillis), form.own(there));
    }

    Change<T> change(StateForm<T> form) {
        return new Change<>(
                sequence,
                id,
                new Version(version()),
                Instant.ofEpochMilli(atMillis),
                action(),
                Optional.ofNullable(value).map(form::own));
    }

    VersionInfo info() {
        return new VersionInfo(new Version(version()), Instant.ofEpochMilli(atMillis), action());
    }

    Write.Stored stored() {
        return new Write.Stored(id, new Version(version()), Instant.ofEpochMilli(atMillis), action() == Action.CREATED);
    }
}
