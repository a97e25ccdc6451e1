package vesper.documents.positions;

/** The newest version of a document, and its sequence in the collection. */
public record CurrentVersion(long sequence, VersionPlace place) {}
