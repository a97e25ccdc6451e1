package vesper.documents;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One version in memory, shared by the collection and its feeds. An idle document in memory takes one of these, so
 * every field counts.
 */
class RetainedVersion<T> {
    private static final int ACTION_BITS = 3;
    private static final DocumentId NOBODY = new DocumentId("-");

    final DocumentId id;
    /** Null if the document was deleted, or if the value was not read. */
    final @Nullable T value;

    final long atMillis;
    private final long versionAndAction;
    /** Assigned before any reader of the sequence can see this object. */
    private long sequence;

    RetainedVersion(DocumentId id, long version, Action action, long atMillis, @Nullable T value) {
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

    /** Returns a placeholder for a sequence at which nothing changed. */
    static <T> RetainedVersion<T> placeholder(long sequence) {
        var nothing = new RetainedVersion<T>(NOBODY, 0, Action.DELETED, 0, null);
        nothing.setSequence(sequence);
        return nothing;
    }

    /** Returns whether this is a change and not a placeholder. */
    boolean isChange() {
        return version() > 0;
    }

    /** Returns the bytes that the value takes in memory, or 0 if that is not known. */
    int heldBytes() {
        return value == null ? 0 : Math.max(0, StateForm.knownSizeBytes(value));
    }

    /** Returns the same version with its value in another form. */
    RetainedVersion<T> with(T other) {
        var same = new RetainedVersion<>(id, version(), action(), atMillis, other);
        same.setSequence(sequence);
        return same;
    }

    Document<T> document(StateForm<T> form) {
        T there = value;
        if (there == null) throw new IllegalStateException("document " + id + " does not exist");
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
