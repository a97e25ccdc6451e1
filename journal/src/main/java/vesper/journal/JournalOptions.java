package vesper.journal;

import java.time.Duration;

/**
 * Options of a journal.
 *
 * @param segmentBytes size of a file; an entry takes at most half of it. Need not be a power of two
 * @param maxWait total time for which appends wait if the disk has not created the next file in time. After that
 *     they fail at once, until the file exists
 */
public record JournalOptions(int segmentBytes, SyncPolicy sync, Duration maxWait) {
    private static final Duration DEFAULT_MAX_WAIT = Duration.ofSeconds(10);
    private static final int MIN_SEGMENT_BYTES = 1024;
    static final int MAX_SEGMENT_BYTES = 1 << 30;

    public static final JournalOptions DEFAULTS = new JournalOptions(64 << 20, new SyncPolicy.Always());

    public JournalOptions {
        if (segmentBytes < MIN_SEGMENT_BYTES || segmentBytes > MAX_SEGMENT_BYTES) {
            throw new IllegalArgumentException("segment size " + segmentBytes + " is out of range " + MIN_SEGMENT_BYTES
                    + " to " + MAX_SEGMENT_BYTES);
        }
        if (segmentBytes % EntryFormat.ALIGNMENT != 0) {
            throw new IllegalArgumentException("segment size " + segmentBytes + " is not a multiple of 8");
        }
    }

    public JournalOptions(int segmentBytes, SyncPolicy sync) {
        this(segmentBytes, sync, DEFAULT_MAX_WAIT);
    }

    /** Returns the maximum size of a payload. */
    public int maxPayloadBytes() {
        return segmentBytes / 2 - EntryFormat.HEADER_BYTES;
    }
}
