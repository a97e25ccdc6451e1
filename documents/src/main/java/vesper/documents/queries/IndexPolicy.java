package vesper.documents.queries;

import java.time.Duration;

/**
 * Options of an index.
 *
 * @param refresh minimum time between two refreshes, which make changes visible
 * @param commit maximum time until changes are on disk; after a crash, changes of that period are read from the
 *     collection again
 * @param memoryBytes amount of changes gathered in memory before they become a segment
 */
public record IndexPolicy(Duration refresh, Duration commit, long memoryBytes) {
    public static final IndexPolicy DEFAULTS = new IndexPolicy(Duration.ofSeconds(1), Duration.ofSeconds(30), 16 << 20);

    public IndexPolicy {
        if (refresh.isNegative() || commit.isNegative() || memoryBytes < 1 << 20) {
            throw new IllegalArgumentException("an index with " + refresh + ", " + commit + ", " + memoryBytes);
        }
    }
}
