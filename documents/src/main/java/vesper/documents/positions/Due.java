package vesper.documents.positions;

/** A document that expires, or whose tombstone is forgotten, at a time, if that sequence is still its newest. */
public record Due(long atMillis, String id, long sequence) {}
