package vesper.documents;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A document that a transaction has read, and what it wants to write of it. */
final class Touched<T> {
    private final StoredCollection<T, ?> in;
    private final DocumentId id;
    private final @Nullable Kept<T> seen;
    private final boolean wasThere;

    private boolean written;
    /** What is written; null for a deletion. */
    private @Nullable T value;

    private byte @Nullable [] body;

    Touched(StoredCollection<T, ?> in, DocumentId id, @Nullable Kept<T> seen) {
        this.in = in;
        this.id = id;
        this.seen = seen;
        this.wasThere = in.isThere(seen);
    }

    StoredCollection<T, ?> in() {
        return in;
    }

    DocumentId id() {
        return id;
    }

    boolean isWritten() {
        return written;
    }

    @Nullable
    T value() {
        return value;
    }

    byte @Nullable [] body() {
        return body;
    }

    Action action() {
        if (value == null) return Action.DELETED;
        return wasThere ? Action.UPDATED : Action.CREATED;
    }

    /** With what the transaction has written itself, which becomes the version after that. */
    long currentVersion() {
        long before = seen == null ? 0 : seen.version();
        if (written) return before + 1;
        return wasThere ? before : 0;
    }

    Optional<Document<T>> document() {
        T own = value;
        if (written) {
            if (own == null) return Optional.empty();
            return Optional.of(new Document<>(
                    id, new Version(currentVersion()), Instant.ofEpochMilli(in.clock.millis()), in.form.own(own)));
        }
        return wasThere && seen != null ? Optional.of(seen.document(in.form)) : Optional.empty();
    }

    /** @return what stands against it, or null; a document that was written twice has one new version */
    @Nullable
    Write write(Intent intent, long expected, @Nullable T given) {
        boolean isThere = written ? value != null : wasThere;
        Write refusal = intent.refusal(in.policy, expected, currentVersion(), isThere);
        if (refusal != null) return refusal;
        T own = given == null ? null : in.form.own(given);
        byte[] bytes = own == null ? null : in.body(own);
        Write unfit = own == null ? null : in.unfit(own, bytes);
        if (unfit != null) return unfit;
        boolean leavesNothing = own == null && !wasThere;
        written = !leavesNothing;
        value = own;
        body = bytes;
        return null;
    }

    /** Whether the document is as it was read. Its stripe is held. */
    boolean isAsSeen() {
        Kept<T> latest = in.head(id);
        long now = latest == null ? 0 : latest.version();
        return now == (seen == null ? 0 : seen.version()) && wasThere == in.isThere(latest);
    }
}
