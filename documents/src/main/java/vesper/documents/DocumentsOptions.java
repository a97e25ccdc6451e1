package vesper.documents;

import java.time.Duration;

/**
 * How a server keeps its documents.
 *
 * @param longestTurn how long a write waits for an update of the same document; {@link Write.Busy} after that
 */
public record DocumentsOptions(Duration longestTurn) {
    public static final DocumentsOptions DEFAULTS = new DocumentsOptions(Duration.ofSeconds(10));
}
