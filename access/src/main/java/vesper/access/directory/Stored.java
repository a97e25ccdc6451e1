package vesper.access.directory;

import vesper.documents.Version;

/** A member with the version in which it is stored. */
public record Stored<T extends Member>(T member, Version version) {}
