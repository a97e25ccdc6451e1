package vesper.documents;

import java.time.Instant;

/**
 * One version of a document.
 *
 * @param storedAt to the millisecond; never earlier than in the version before
 */
public record Document<T>(DocumentId id, Version version, Instant storedAt, T value) {}
