package vesper.documents;

import java.time.Duration;
import vesper.journal.SyncPolicy;

/**
 * Options of a server's documents.
 *
 * @param longestUpdateWait how long a write waits for an update of the same document, or for a disk that is behind with other
 *     writes; {@link Write.Busy} after that
 * @param longestReplication how long a write waits for its outcome in a cluster; {@link Write.OutcomeUnknown} after that
 * @param sync with {@link SyncPolicy.Always} an acknowledged durable write survives a power cut, with any other policy
 *     only the end of the process
 * @param segmentBytes size of a journal file
 * @param cacheBytes bound on the values cached in memory
 * @param feedBytes how much of the journal is kept for feeds, in addition to what documents need
 */
public record DocumentsOptions(
        Duration longestUpdateWait,
        Duration longestReplication,
        SyncPolicy sync,
        int segmentBytes,
        long cacheBytes,
        long feedBytes) {
    private static final long MOST_CACHE_BYTES = 256 << 20;
    private static final int SHARE_OF_MEMORY = 8;

    public static final DocumentsOptions DEFAULTS = new DocumentsOptions(
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            new SyncPolicy.Always(),
            64 << 20,
            Math.min(MOST_CACHE_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY),
            256 << 20);

    public DocumentsOptions {
        if (longestUpdateWait.isNegative())
            throw new IllegalArgumentException("longestUpdateWait " + longestUpdateWait + " is below 0");
        if (!longestReplication.isPositive()) {
            throw new IllegalArgumentException("longestReplication " + longestReplication + " is not above 0");
        }
        if (cacheBytes < 0) throw new IllegalArgumentException("cacheBytes " + cacheBytes + " is below 0");
        if (feedBytes < 0) throw new IllegalArgumentException("feedBytes " + feedBytes + " is below 0");
    }

    public DocumentsOptions withLongestUpdateWait(Duration longest) {
        return new DocumentsOptions(longest, longestReplication, sync, segmentBytes, cacheBytes, feedBytes);
    }

    public DocumentsOptions withLongestReplication(Duration longest) {
        return new DocumentsOptions(longestUpdateWait, longest, sync, segmentBytes, cacheBytes, feedBytes);
    }

    public DocumentsOptions withSync(SyncPolicy policy) {
        return new DocumentsOptions(longestUpdateWait, longestReplication, policy, segmentBytes, cacheBytes, feedBytes);
    }

    public DocumentsOptions withSegmentBytes(int bytes) {
        return new DocumentsOptions(longestUpdateWait, longestReplication, sync, bytes, cacheBytes, feedBytes);
    }

    public DocumentsOptions withCacheBytes(long bytes) {
        return new DocumentsOptions(longestUpdateWait, longestReplication, sync, segmentBytes, bytes, feedBytes);
    }

    public DocumentsOptions withFeedBytes(long bytes) {
        return new DocumentsOptions(longestUpdateWait, longestReplication, sync, segmentBytes, cacheBytes, bytes);
    }
}
