package vesper.journal;

import java.time.Instant;

/**
 * One file of a journal.
 *
 * @param endPosition behind its last entry
 * @param sealed true when nothing will be appended to it
 */
public record SegmentInfo(
        int number, long firstSequence, Instant createdAt, long endPosition, long sizeBytes, boolean sealed) {
    /** Where its first entry is, or will be. */
    public long beginning() {
        return Position.of(number, SegmentHeader.BYTES);
    }
}
