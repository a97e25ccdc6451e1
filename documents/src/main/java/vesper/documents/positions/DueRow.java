package vesper.documents.positions;

/** A time at which a document expires or its tombstone is forgotten, if the sequence is still the document's newest. */
public record DueRow(long atMillis, String id, long sequence) {}
