package vesper.documents.positions;

/** A document that has something coming at a time, if that sequence is still its newest. */
public record Due(long atMillis, String id, long sequence) {}
