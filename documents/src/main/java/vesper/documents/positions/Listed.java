package vesper.documents.positions;

/** A document in the order of their ids. */
public record Listed(String id, Current current) {}
