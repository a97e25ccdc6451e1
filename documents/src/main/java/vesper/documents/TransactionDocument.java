package vesper.documents;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A document that a transaction has read, and the write that it intends. */
final class TransactionDocument<T> {
    private final StoredCollection<T, ?> in;
    private final DocumentId id;
    private final @Nullable RetainedVersion<T> seen;
    private final boolean wasThere;

    private boolean written;
    /** The value to store; null for a deletion. */
    private @Nullable T value;

    private byte @Nullable [] body;

    TransactionDocument(StoredCollection<T, ?> in, DocumentId id, @Nullable RetainedVersion<T> seen) {
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

    /** Returns the version as the transaction sees it: its own write counts as the next version. */
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

    /**
     * Sets the write of this document. Returns the reason to refuse it, or null. A document written twice gets one new
     * version.
     */
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

    /** Returns whether the document is as it was read. The caller holds its stripe. */
    boolean isAsSeen() {
        RetainedVersion<T> latest = in.head(id);
        long now = latest == null ? 0 : latest.version();
        return now == (seen == null ? 0 : seen.version()) && wasThere == in.isThere(latest);
    }
}
