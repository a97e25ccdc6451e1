package vesper.journal;

/**
 * Where an entry begins: the number of its segment in the upper 32 bits, its offset in bytes in the lower. Positions
 * are plain longs, so that millions of them cost nothing; later entries have larger ones.
 */
public final class Position {
    /** Before every entry. */
    public static final long BEGINNING = 0;

    private Position() {}

    /** Where the first entry of the next segment is, or will be: for going on behind a damage. */
    public static long behindSegment(long position) {
        return of(segment(position) + 1, SegmentHeader.BYTES);
    }

    static long of(int segment, int offset) {
        return (long) segment << 32 | offset;
    }

    /** At another offset in the same segment. */
    public static long inSegment(long position, int offset) {
        return of(segment(position), offset);
    }

    /** The number of the segment that it is in. */
    public static int segment(long position) {
        return (int) (position >>> 32);
    }

    /** From the beginning of its segment, in bytes. */
    public static int offset(long position) {
        return (int) position;
    }

    /** For people: {@code 00000017.journal at byte 40960}. */
    public static String text(long position) {
        return Segment.fileName(segment(position)) + " at byte " + offset(position);
    }
}
