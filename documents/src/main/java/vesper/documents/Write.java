package vesper.documents;

import java.time.Instant;
import java.util.List;

/** The outcome of one attempt to change a document. */
public sealed interface Write {
    /**
     * There is a new version, which may be a deletion.
     *
     * @param isNew true if the document did not exist before
     */
    record Stored(DocumentId id, Version version, Instant at, boolean isNew) implements Write {}

    /** An update left the document as it is. */
    record Unchanged(Version version) implements Write {}

    /** The write was made against a version other than the current one. */
    record Stale(Version expected, Version current) implements Write {}

    /** The document to create exists. */
    record Exists(Version current) implements Write {}

    /** The document does not exist, or no longer. */
    record Missing() implements Write {}

    /** The collection is strict, and the write names no version. */
    record Unnamed(Version current) implements Write {}

    /** Documents of this collection never change. */
    record Immutable(Version current) implements Write {}

    record TooLarge(long sizeBytes, long limitBytes) implements Write {}

    /** The value breaks the collection's rules, or an update refused it. All reasons are listed. */
    record Refused(List<Refusal> reasons) implements Write {}

    /**
     * An update of the document took longer than a write waits, the disk is behind, or the cluster does not
     * answer. Nothing was changed.
     */
    record Busy() implements Write {}

    /**
     * The outcome is unknown: the cluster did not answer in time. The write may have been stored, or may still be. It
     * is safe to repeat it with the version that it was made against, or with an idempotency key.
     */
    record OutcomeUnknown() implements Write {}

    /**
     * Another request has used the idempotency key, or this one has and its outcome is no longer known. Nothing was
     * changed.
     */
    record KeyUsed() implements Write {}

    /** Updates waited for each other in a circle, and this one gave way. Nothing was changed. */
    record Deadlocked() implements Write {}
}
