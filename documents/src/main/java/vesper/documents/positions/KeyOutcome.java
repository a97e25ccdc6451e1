package vesper.documents.positions;

/** The version that a request with an idempotency key has stored. */
public record KeyOutcome(String key, String id, long version, long atMillis) {}
