package vesper.documents;

import java.time.Instant;

/** One version in a document's history, which may be a deletion. */
public record VersionInfo(Version version, Instant at, Action action) {}
