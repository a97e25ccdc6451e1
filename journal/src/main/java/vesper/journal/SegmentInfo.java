package vesper.journal;

import java.time.Instant;

/**
 * Description of one file of a journal.
 *
 * @param endPosition position behind the last entry
 * @param sealed whether the file is complete, so that nothing will be appended to it
 */
public record SegmentInfo(
        int number, long firstSequence, Instant createdAt, long endPosition, long sizeBytes, boolean sealed) {
    /** Returns the position of the first entry, which need not exist yet. */
    public long startPosition() {
        return Position.of(number, SegmentHeader.BYTES);
    }
}
