package vesper.documents;

import java.time.Instant;
import java.util.List;

/** What came of one attempt to change a document. */
public sealed interface Write {
    /**
     * There is a new version; of a deletion too.
     *
     * @param isNew whether the document was not there before
     */
    record Stored(DocumentId id, Version version, Instant at, boolean isNew) implements Write {}

    /** An update left the document as it is. */
    record Unchanged(Version version) implements Write {}

    /** It was made against another version than the current one. */
    record Stale(Version expected, Version current) implements Write {}

    /** What was to be created is there. */
    record Exists(Version current) implements Write {}

    /** There is no such document, or no more. */
    record Missing() implements Write {}

    /** The collection is strict, and the write names no version. */
    record Unnamed(Version current) implements Write {}

    /** Documents of this collection never change. */
    record Immutable(Version current) implements Write {}

    record TooLarge(long sizeBytes, long limitBytes) implements Write {}

    /** The value breaks the collection's rules, or an update refused it; all reasons at once. */
    record Refused(List<Refusal> reasons) implements Write {}

    /** An update of the document took longer than a write waits, or the cluster does not answer; nothing was changed. */
    record Busy() implements Write {}

    /**
     * Nothing is known of what came of it: others of the cluster did not answer in time. It may be stored, or come to be;
     * the same with the version that it was made against, or with an idempotency key, can be tried again.
     */
    record Unsure() implements Write {}

    /** Another request has the idempotency key, or this one had it and its outcome is known no more; nothing was changed. */
    record KeyUsed() implements Write {}

    /** Updates waited for each other in a circle, and this one gave way; nothing was changed. */
    record Deadlocked() implements Write {}
}
