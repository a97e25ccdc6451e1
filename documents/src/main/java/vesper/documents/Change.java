package vesper.documents;

import java.time.Instant;
import java.util.Optional;

/**
 * A version that a collection stored.
 *
 * @param sequence ascending within the collection; in durable collections also across restarts
 * @param value empty if the document was deleted
 */
public record Change<T>(long sequence, DocumentId id, Version version, Instant at, Action action, Optional<T> value) {}
