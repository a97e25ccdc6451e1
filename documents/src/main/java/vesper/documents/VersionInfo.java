package vesper.documents;

import java.time.Instant;

/** One version in a document's history, a deletion too. */
public record VersionInfo(Version version, Instant at, Action action) {}
