package vesper.documents.positions;

/** One document of a listing in the order of ids. */
public record Listed(String id, Current current) {}
