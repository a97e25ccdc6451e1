package vesper.documents.positions;

/** One document of a listing in the order of ids. */
public record ListedDocument(String id, CurrentVersion current) {}
