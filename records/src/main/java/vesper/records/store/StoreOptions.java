package vesper.records.store;

import java.time.Duration;

/**
 * Options of a record store.
 *
 * @param journalSegmentBytes size of a journal segment; each event loop has one segment that it writes and one
 *     allocated in advance
 * @param retention how long records are kept; deletion may be late by a sixteenth of this time
 * @param retentionBytes size limit of the blocks; the oldest are deleted first
 * @param cpuShare share of one processor that sealing may use while requests are in flight, 0.01 to 1; see {@link SealingPace}
 * @param backlogBytes sealing is not throttled while the journals are larger than this
 */
public record StoreOptions(
        int journalSegmentBytes, Duration retention, long retentionBytes, double cpuShare, long backlogBytes) {
    public static final StoreOptions DEFAULTS =
            new StoreOptions(32 << 20, Duration.ofDays(30), 10L << 30, 0.25, 1L << 30);

    private static final Duration DAY = Duration.ofDays(1);
    private static final int FILES_OF_A_RETENTION = 24;

    public StoreOptions {
        if (retention.isNegative() || retention.isZero()) throw new IllegalArgumentException("retention " + retention);
        if (!(cpuShare >= 0.01 && cpuShare <= 1)) throw new IllegalArgumentException("a share of " + cpuShare);
    }

    /** Returns the time range of a block file or journal segment. Files are deleted only as a whole. */
    Duration fileTime() {
        return shorter(retention.dividedBy(FILES_OF_A_RETENTION), DAY);
    }

    /** Returns how long a row waits at most until it is sealed, if there are too few rows to fill a block. */
    Duration sealingTime() {
        return fileTime().dividedBy(2);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
