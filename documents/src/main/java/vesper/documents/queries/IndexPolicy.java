package vesper.documents.queries;

import java.time.Duration;

/**
 * How an index is kept.
 *
 * @param refresh how long at least from one moment at which changes become visible to the next
 * @param commit how long at most changes are not on disk; after a crash so much is read from the collection again
 * @param memoryBytes what is gathered in memory before it becomes a segment
 */
public record IndexPolicy(Duration refresh, Duration commit, long memoryBytes) {
    public static final IndexPolicy DEFAULTS = new IndexPolicy(Duration.ofSeconds(1), Duration.ofSeconds(30), 16 << 20);

    public IndexPolicy {
        if (refresh.isNegative() || commit.isNegative() || memoryBytes < 1 << 20) {
            throw new IllegalArgumentException("an index with " + refresh + ", " + commit + ", " + memoryBytes);
        }
    }
}
