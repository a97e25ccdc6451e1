package vesper.access.directory;

import java.time.Instant;

/**
 * The last use of an API key, to the minute.
 *
 * @param id of the key
 */
public record KeyUse(String id, Instant at) implements Member {}
