package vesper.records.store;

import java.time.Duration;

/**
 * How records are kept.
 *
 * @param journalSegmentBytes of each file of a journal; every event loop has one file that it writes and one that is
 *     claimed ahead
 * @param retention how long records are kept; at most a sixteenth of it longer
 * @param retentionBytes how much room blocks may take; the oldest go first
 * @param cpuShare how much of one processor sealing may take while requests are in flight, 0.01 to 1; see
 *     {@link Pace}
 * @param backlogBytes where more than this waits to be sealed, the share is not minded
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

    /** Of how much time rows are in one file, of blocks or of a journal: a file is only deleted as a whole. */
    Duration fileTime() {
        return shorter(retention.dividedBy(FILES_OF_A_RETENTION), DAY);
    }

    /** How long a row waits at most until it is sealed with those that came since, when they are few. */
    Duration sealingTime() {
        return fileTime().dividedBy(2);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
