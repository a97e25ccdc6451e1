package vesper.documents;

import java.time.Instant;

/**
 * One version of a document.
 *
 * @param storedAt to the millisecond; no version is older than the one before
 */
public record Document<T>(DocumentId id, Version version, Instant storedAt, T value) {}
