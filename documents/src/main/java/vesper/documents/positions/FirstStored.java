package vesper.documents.positions;

/** What an attempt with an idempotency key has stored. */
public record FirstStored(String key, String id, long version, long atMillis) {}
