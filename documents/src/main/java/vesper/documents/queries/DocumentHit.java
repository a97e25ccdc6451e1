package vesper.documents.queries;

/**
 * A document that was found, in the version that was searched. The collection may have a newer one by now.
 *
 * @param storedAtMillis since 1970
 */
public record DocumentHit(String id, long version, long storedAtMillis) {}
