package vesper.access.directory;

/** Something that the directory stores. */
public sealed interface Member permits User, Group, ApiKey, KeyUse, TokenFamily, SigningKey {
    /** Identifies it among those of its kind. */
    String id();
}
