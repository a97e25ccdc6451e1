package vesper.journal;

/**
 * Positions of entries. A position has the number of the segment in the upper 32 bits and the offset in bytes in the
 * lower 32. Positions are plain longs, so that millions of them need no objects. Later entries have larger positions.
 */
public final class Position {
    /** Position before every entry. */
    public static final long START = 0;

    private Position() {}

    /** Returns the position of the next segment's first entry, for reading on after damage. It need not exist yet. */
    public static long startOfNextSegment(long position) {
        return of(segment(position) + 1, SegmentHeader.BYTES);
    }

    static long of(int segment, int offset) {
        return (long) segment << 32 | offset;
    }

    /** Returns the position at another offset in the same segment. */
    public static long withOffset(long position, int offset) {
        return of(segment(position), offset);
    }

    /** Returns the number of the position's segment. */
    public static int segment(long position) {
        return (int) (position >>> 32);
    }

    /** Returns the offset from the start of the segment, in bytes. */
    public static int offset(long position) {
        return (int) position;
    }

    /** Formats a position for people: {@code 00000017.journal at byte 40960}. */
    public static String format(long position) {
        return Segment.fileName(segment(position)) + " at byte " + offset(position);
    }
}
