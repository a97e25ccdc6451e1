package vesper.documents;

import java.time.Instant;
import java.util.Optional;

/**
 * A version that a collection took.
 *
 * @param sequence ascending in the collection, for durable ones over restarts too
 * @param value empty where the document was deleted
 */
public record Change<T>(long sequence, DocumentId id, Version version, Instant at, Action action, Optional<T> value) {}
