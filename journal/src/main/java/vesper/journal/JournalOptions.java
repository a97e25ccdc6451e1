package vesper.journal;

import java.time.Duration;

/**
 * How a journal is kept.
 *
 * @param segmentBytes the size of a file; an entry can be half as large at most. A power of two is not needed
 * @param longestWait how long appends together wait for one further file, where the disk has not made it in time; then
 *     there is no room until it has
 */
public record JournalOptions(int segmentBytes, SyncPolicy sync, Duration longestWait) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LEAST_SEGMENT_BYTES = 1024;
    static final int MOST_SEGMENT_BYTES = 1 << 30;

    public static final JournalOptions DEFAULTS = new JournalOptions(64 << 20, new SyncPolicy.Always());

    public JournalOptions {
        if (segmentBytes < LEAST_SEGMENT_BYTES || segmentBytes > MOST_SEGMENT_BYTES) {
            throw new IllegalArgumentException("segment of " + segmentBytes + " bytes is not in " + LEAST_SEGMENT_BYTES
                    + " to " + MOST_SEGMENT_BYTES);
        }
        if (segmentBytes % EntryFormat.ALIGNMENT != 0) {
            throw new IllegalArgumentException("segment of " + segmentBytes + " bytes is no multiple of 8");
        }
    }

    public JournalOptions(int segmentBytes, SyncPolicy sync) {
        this(segmentBytes, sync, PATIENCE);
    }

    /** The largest payload that is taken. */
    public int maxPayloadBytes() {
        return segmentBytes / 2 - EntryFormat.HEADER_BYTES;
    }
}
