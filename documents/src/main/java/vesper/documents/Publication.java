package vesper.documents;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A write to a replicated document, from when it is entered until it is known what came of it. Its document's stripe is
 * held for everything but completing it.
 */
final class Publication extends CompletableFuture<Write> {
    /** What a write comes to, against the version that is there. */
    @FunctionalInterface
    interface Aim {
        /** @return what stands against the write, or null where the publication was {@linkplain Publication#aimAt aimed} */
        @Nullable
        Write take(Publication publication);
    }

    /** Another node has changed the document that something was decided of. */
    static final class OvertakenException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OvertakenException(DocumentId id) {
            super("document " + id + " was changed by another node", null, false, false);
        }
    }

    static final JsonText NOTHING = JsonText.written(new byte[0]);

    final DocumentId id;
    /** Whether it was decided of the version that it is aimed at, and says nothing of another one. */
    final boolean isDecided;

    final @Nullable Object value;
    final @Nullable IdempotencyKey key;
    final long deadlineNanos;
    private final JsonText body;
    private final Aim aim;

    private long expectedSequence;
    private SharedLog.@Nullable Entry entry;
    private @Nullable String attempt;
    private boolean isRefused;
    private boolean isAppended;
    private boolean isPassed;
    private boolean isUncertain;
    private boolean isSentAgain;
    private boolean isAsking;
    private boolean isCurrent;

    Publication(
            DocumentId id,
            boolean isDecided,
            @Nullable Object value,
            byte @Nullable [] body,
            @Nullable IdempotencyKey key,
            Aim aim,
            long deadlineNanos) {
        this.id = id;
        this.isDecided = isDecided;
        this.value = value;
        this.body = body == null ? NOTHING : JsonText.written(body);
        this.key = key;
        this.aim = aim;
        this.deadlineNanos = deadlineNanos;
    }

    int sizeBytes() {
        return body.sizeBytes() + LogEntry.MOST_OVERHEAD_BYTES;
    }

    /** @return what stands against it now; null where it is aimed */
    @Nullable
    Write aim() {
        return aim.take(this);
    }

    /** @param before the newest version, null where there is none */
    void aimAt(@Nullable Kept<?> before, Action action, long nowMillis) {
        long version = before == null ? 1 : before.version() + 1;
        long atMillis = before == null ? nowMillis : Math.max(nowMillis, before.atMillis);
        aimAt(before, new SharedLog.Entry(id, version, action, atMillis, Optional.ofNullable(key), body));
    }

    /** The same for a version that was made elsewhere. */
    void aimAt(@Nullable Kept<?> before, SharedLog.Entry made) {
        expectedSequence = before == null ? 0 : before.sequence();
        entry = made;
        isRefused = false;
        isAppended = false;
        isPassed = false;
        isUncertain = false;
    }

    /** What it appends; it is aimed. */
    SharedLog.Entry entry() {
        SharedLog.Entry aimed = entry;
        if (aimed == null) throw new IllegalStateException("a write to " + id + " is not aimed");
        return aimed;
    }

    long expectedSequence() {
        return expectedSequence;
    }

    void attempt(String name) {
        attempt = name;
    }

    /** The name of what is under way; null where nothing was sent. */
    @Nullable
    String attempt() {
        return attempt;
    }

    boolean isOn(String name) {
        return name.equals(attempt);
    }

    /**
     * Whether what is told under this name is what it has appended itself. Under a key another node may have appended what
     * it made of the same request, which can be something else, as where a handler looks at a clock.
     */
    boolean hasAppended(String name, SharedLog.Entry told) {
        return isOn(name) && (key == null || entry().equals(told));
    }

    /** Whether what is told under its name was made of the same request, by whatever node. */
    boolean asksFor(SharedLog.Entry told) {
        return told.key().equals(Optional.ofNullable(key));
    }

    /** The name by which all nodes know an attempt with its key; empty where it has none. */
    Optional<String> nameByKey() {
        return Optional.ofNullable(key).map(given -> "key/" + given.text());
    }

    /** Its own attempt was appended, under a name that no other one has. */
    void appended() {
        isAppended = true;
    }

    boolean isAppended() {
        return isAppended;
    }

    /** A version behind the one that it would make was told, and that one never is: what came of it the log's answer says. */
    void passed() {
        isPassed = true;
    }

    boolean isPassed() {
        return isPassed;
    }

    /** It was not appended, and the version is to be told that it lost against. */
    void refused() {
        isRefused = true;
    }

    boolean isRefused() {
        return isRefused;
    }

    /** Nobody knows whether it was appended. */
    void sendAgain() {
        isUncertain = true;
        isSentAgain = true;
    }

    /** Whether it may have been appended by an attempt before, so that one that was refused says nothing of that. */
    boolean isUncertain() {
        return isUncertain;
    }

    /** @return whether it is to be sent again, once */
    boolean takeSentAgain() {
        boolean isIt = isSentAgain;
        isSentAgain = false;
        return isIt;
    }

    /** It is asked whether what stands against it does so in the whole cluster; what was sent was not appended. */
    void ask() {
        isAsking = true;
        attempt = null;
    }

    /** This node has heard of all that was acknowledged before it was asked. */
    void wasCurrent() {
        isCurrent = true;
    }

    boolean isCurrent() {
        return isCurrent;
    }

    /** What was sent was not appended, and another attempt is to be. */
    void beginAgain() {
        isAsking = false;
        attempt = null;
    }

    boolean isAsking() {
        return isAsking;
    }

    /** Whether something was sent or asked for it. */
    boolean isBegun() {
        return attempt != null || isAsking;
    }

    /** Whether it may be ended with this, or another node may have made it untrue before the write was made. */
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
                    Write.Unsure _ -> true;
        };
    }

    /** What is said of its attempts from now on is of no concern. */
    void end() {
        isAsking = false;
        attempt = null;
    }

    /** What is to be said of it when its time is over. */
    Write lateAnswer() {
        return attempt == null || (isRefused && !isUncertain) ? new Write.Busy() : new Write.Unsure();
    }
}
