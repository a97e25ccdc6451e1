package vesper.documents;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A write to a replicated document, from its entry until its outcome is known. Every call except the completion of the
 * future requires the document's stripe.
 */
final class Publication extends CompletableFuture<Write> {
    /** Computes the entry that a write makes against the current version. */
    @FunctionalInterface
    interface EntryComputation {
        /** @return the reason to refuse the write, or null if the entry was {@linkplain Publication#setEntry set} */
        @Nullable
        Write compute(Publication publication);
    }

    /** Another node has changed the document on which a decision was based. */
    static final class OvertakenException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OvertakenException(DocumentId id) {
            super("document " + id + " was changed by another node", null, false, false);
        }
    }

    static final JsonText NOTHING = JsonText.written(new byte[0]);

    final DocumentId id;
    /** True if the write was decided against the current version; it is not valid against another one. */
    final boolean isDecided;

    final @Nullable Object value;
    final @Nullable IdempotencyKey key;
    final long deadlineNanos;
    private final JsonText body;
    private final EntryComputation computation;

    private long expectedSequence;
    private SharedLog.@Nullable Entry entry;
    private @Nullable String attempt;
    private boolean isRefused;
    private boolean isAppended;
    private boolean isPassed;
    private boolean isUncertain;
    private boolean isResendRequested;
    private boolean isChecking;
    private boolean isCurrent;

    Publication(
            DocumentId id,
            boolean isDecided,
            @Nullable Object value,
            byte @Nullable [] body,
            @Nullable IdempotencyKey key,
            EntryComputation aim,
            long deadlineNanos) {
        this.id = id;
        this.isDecided = isDecided;
        this.value = value;
        this.body = body == null ? NOTHING : JsonText.written(body);
        this.key = key;
        this.computation = aim;
        this.deadlineNanos = deadlineNanos;
    }

    int sizeBytes() {
        return body.sizeBytes() + LogEntry.MOST_OVERHEAD_BYTES;
    }

    /** Computes the entry against the current version. Returns the reason to refuse the write, or null. */
    @Nullable
    Write computeEntry() {
        return computation.compute(this);
    }

    /** @param before the newest version, or null if the document has no version */
    void setEntry(@Nullable RetainedVersion<?> before, Action action, long nowMillis) {
        long version = before == null ? 1 : before.version() + 1;
        long atMillis = before == null ? nowMillis : Math.max(nowMillis, before.atMillis);
        setEntry(before, new SharedLog.Entry(id, version, action, atMillis, Optional.ofNullable(key), body));
    }

    /** Sets an entry that was made elsewhere. */
    void setEntry(@Nullable RetainedVersion<?> before, SharedLog.Entry made) {
        expectedSequence = before == null ? 0 : before.sequence();
        entry = made;
        isRefused = false;
        isAppended = false;
        isPassed = false;
        isUncertain = false;
    }

    /** Returns the entry to append, which must have been computed. */
    SharedLog.Entry entry() {
        SharedLog.Entry aimed = entry;
        if (aimed == null) throw new IllegalStateException("the entry of a write to " + id + " is not computed");
        return aimed;
    }

    long expectedSequence() {
        return expectedSequence;
    }

    void attempt(String name) {
        attempt = name;
    }

    /** Returns the name of the attempt under way, or null if nothing was sent. */
    @Nullable
    String attempt() {
        return attempt;
    }

    boolean isOn(String name) {
        return name.equals(attempt);
    }

    /**
     * Returns whether a delivered entry of this attempt is exactly what this write appended. Under the same key another
     * node may have appended a different result of the same request, for example of a handler that reads the clock.
     */
    boolean hasAppended(String name, SharedLog.Entry delivered) {
        return isOn(name) && (key == null || entry().equals(delivered));
    }

    /** Returns whether a delivered entry was made for the same request, by any node. */
    boolean hasSameRequest(SharedLog.Entry delivered) {
        return delivered.key().equals(Optional.ofNullable(key));
    }

    /** Returns the attempt's name that all nodes derive from the key; empty if the write has no key. */
    Optional<String> nameByKey() {
        return Optional.ofNullable(key).map(given -> "key/" + given.text());
    }

    /** Marks that this write's own attempt was appended, under a name that no other attempt has. */
    void markAppended() {
        isAppended = true;
    }

    boolean isAppended() {
        return isAppended;
    }

    /**
     * Marks that a version beyond this write's own was delivered. This write's version will never be delivered, so the
     * log's answer decides the outcome.
     */
    void markPassed() {
        isPassed = true;
    }

    boolean isPassed() {
        return isPassed;
    }

    /** Marks that the log rejected the append. The version that it lost against has yet to be delivered. */
    void markRefused() {
        isRefused = true;
    }

    boolean isRefused() {
        return isRefused;
    }

    /** Marks that the outcome of the append is unknown, and requests another attempt. */
    void requestResend() {
        isUncertain = true;
        isResendRequested = true;
    }

    /**
     * Returns whether an earlier attempt may have been appended, so that a later rejection does not mean that the write
     * failed.
     */
    boolean isUncertain() {
        return isUncertain;
    }

    /** Returns whether the write has to be sent again, and clears that request. */
    boolean takeResendRequest() {
        boolean isIt = isResendRequested;
        isResendRequested = false;
        return isIt;
    }

    /**
     * Marks that the write waits for this node to be current, to learn whether a refusal holds in the whole cluster. No
     * attempt was appended.
     */
    void markChecking() {
        isChecking = true;
        attempt = null;
    }

    /** Marks that this node has received everything that was acknowledged before the check. */
    void markCurrent() {
        isCurrent = true;
    }

    boolean isCurrent() {
        return isCurrent;
    }

    /** Prepares another attempt. The one before was not appended. */
    void prepareRetry() {
        isChecking = false;
        attempt = null;
    }

    boolean isChecking() {
        return isChecking;
    }

    /** Returns whether an attempt or a check is under way. */
    boolean isInProgress() {
        return attempt != null || isChecking;
    }

    /**
     * Returns whether the write may end with this refusal. Otherwise another node may have made it untrue before the
     * write was made.
     */
    boolean mayEndWith(Write refusal) {
        return switch (refusal) {
            case Write.Exists _, Write.Missing _, Write.Unnamed _, Write.Immutable _, Write.Unchanged _ -> isCurrent;
            // Versions only grow.
            case Write.Stale(Version expected, Version current) -> isCurrent || expected.number() < current.number();
            case Write.Stored _,
                    Write.TooLarge _,
                    Write.Refused _,
                    Write.Busy _,
                    Write.KeyUsed _,
                    Write.Deadlocked _,
                    Write.OutcomeUnknown _ -> true;
        };
    }

    /** Ends the write. Later reports about its attempts are ignored. */
    void end() {
        isChecking = false;
        attempt = null;
    }

    /** Returns the answer for a write that has timed out. */
    Write lateAnswer() {
        return attempt == null || (isRefused && !isUncertain) ? new Write.Busy() : new Write.OutcomeUnknown();
    }
}
