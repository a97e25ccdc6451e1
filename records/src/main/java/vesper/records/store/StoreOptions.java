package vesper.records.store;

import java.time.Duration;

/**
 * How records are kept.
 *
 * @param journalSegmentBytes of each file of a journal; every event loop has one file that it writes and one that is
 *     claimed ahead
 * @param retention how long records are kept
 * @param retentionBytes how much room blocks may take; the oldest go first
 * @param cpuShare how much of one processor sealing may take while requests are in flight, 0.01 to 1
 * @param backlogBytes where more than this waits to be sealed, the share is not minded
 */
public record StoreOptions(
        int journalSegmentBytes, Duration retention, long retentionBytes, double cpuShare, long backlogBytes) {
    public static final StoreOptions DEFAULTS =
            new StoreOptions(32 << 20, Duration.ofDays(30), 10L << 30, 0.25, 1L << 30);

    public StoreOptions {
        if (retention.isNegative() || retention.isZero()) throw new IllegalArgumentException("retention " + retention);
        if (!(cpuShare >= 0.01 && cpuShare <= 1)) throw new IllegalArgumentException("a share of " + cpuShare);
    }
}
