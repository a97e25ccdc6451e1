package vesper.journal;

/**
 * How a journal is kept.
 *
 * @param segmentBytes the size of a file; an entry can be half as large at most. A power of two is not needed
 */
public record JournalOptions(int segmentBytes, SyncPolicy sync) {
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

    /** The largest payload that is taken. */
    public int maxPayloadBytes() {
        return segmentBytes / 2 - EntryFormat.HEADER_BYTES;
    }
}
