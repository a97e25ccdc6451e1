package vesper.records.capture;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import vesper.journal.DamagedSegmentException;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.records.blocks.Column;

/**
 * Reads rows as {@link RowBuffer} wrote them, value by value in the order of {@link RowFormat}: whole ones, or only what
 * may be different from the row before, which for most is next to nothing. Used by one thread.
 */
public final class RowReader {
    /**
     * Takes the values of one row. Many are those of another row, the base, which has a number below
     * {@value RowReader#BASES}: a text or blob that came with that number is the same when its column comes with it
     * again. The halves of an id come together, the first one first, and so do a content's media type and the content.
     */
    public interface Values {
        void number(Column column, long value);

        /**
         * @param utf8 the text from {@code from} to {@code to}, there during the call only
         * @param base that it is of, or {@link RowReader#NO_BASE}
         */
        void text(Column column, byte[] utf8, int from, int to, int base);

        void blob(Column column, byte[] bytes, int from, int to, int base);

        /** From now on this number is another base's. */
        default void newBase(int base) {}
    }

    public static final int NO_BASE = -1;
    /** How many are known at once. */
    public static final int BASES = 64;

    private static final int UNKNOWN_BASE = -2;
    private static final int ALL_COLUMNS = -1;

    private final ParsedRow row = new ParsedRow();
    private final ParsedRow nothing = new ParsedRow();
    /** Rows that others were like, and where their entries begin. */
    private final @Nullable ParsedRow[] bases = new @Nullable ParsedRow[BASES];

    private final long[] positions = new long[BASES];
    /** Where these positions are: those of two journals are often the same. */
    private @Nullable JournalReader journal;

    /** Of the row that was handed over last: what it was like, as far as that is known still, and what it gave itself. */
    private int lastBase = UNKNOWN_BASE;

    private int lastGiven;

    /** The row's bits of {@link vesper.records.rows.RowFlags}, without reading more of it; 0 where this is no row. */
    public static long flags(JournalReader entry) {
        ByteBuffer payload = entry.payload();
        boolean isRow = entry.type() == RowFormat.ENTRY_TYPE
                && payload.remaining() >= RowFormat.HEADER_BYTES
                && payload.get(payload.position()) == RowFormat.VERSION;
        return isRow ? payload.getInt(payload.position() + RowFormat.FLAGS_AT) : 0;
    }

    /**
     * Hands over the whole entry that was read last.
     *
     * @throws IllegalArgumentException where this is no row of a version that is known; nothing was handed over then
     */
    public void read(JournalReader entry, Values values) throws DamagedSegmentException {
        lastBase = UNKNOWN_BASE;
        readChanges(entry, values);
    }

    /**
     * As {@link #read}, but what is sure to be the same in the row that was handed over last, to the same values, is left
     * out: where both are like the same row, all that neither of them gives itself.
     */
    public void readChanges(JournalReader entry, Values values) throws DamagedSegmentException {
        if (entry.type() != RowFormat.ENTRY_TYPE)
            throw new IllegalArgumentException("an entry of type " + entry.type());
        row.parse(entry.payload());
        if (journal != entry) {
            Arrays.fill(positions, NO_BASE);
            journal = entry;
        }
        int number = row.base() == 0 ? NO_BASE : numberOf(row.base());
        ParsedRow base = number == NO_BASE ? nothing : base(entry, number, values);
        int columns = number == lastBase ? RowFormat.together(row.given() | lastGiven) : ALL_COLUMNS;
        // Should the values throw something, nobody knows what they have.
        lastBase = UNKNOWN_BASE;
        handOver(columns, base, number, values);
        lastBase = number;
        lastGiven = row.given();
    }

    /** Entries begin at multiples of 8. */
    private static int numberOf(int offset) {
        return (offset >>> 3) & (BASES - 1);
    }

    private ParsedRow base(JournalReader entry, int number, Values values) throws DamagedSegmentException {
        long position = Position.inSegment(entry.position(), row.base());
        ParsedRow known = bases[number];
        if (known != null && positions[number] == position) return known;
        ParsedRow base = known == null ? new ParsedRow() : known;
        bases[number] = null;
        if (lastBase == number) lastBase = UNKNOWN_BASE;
        values.newBase(number);
        base.parse(entry.payloadAt(position));
        if (base.base() != 0) throw new IllegalArgumentException("a row like one that is like another");
        bases[number] = base;
        positions[number] = position;
        return base;
    }

    private void handOver(int columns, ParsedRow base, int number, Values values) {
        for (int left = columns; left != 0; left &= left - 1) {
            int column = Integer.numberOfTrailingZeros(left);
            boolean isOwn = row.isGiven(column);
            ParsedRow in = isOwn ? row : base;
            if (column < RowFormat.FIRST_TEXT) values.number(RowFormat.NUMBERS[column], in.number(column));
            else handOverBytes(column, in, isOwn ? NO_BASE : number, values);
        }
    }

    private static void handOverBytes(int column, ParsedRow in, int base, Values values) {
        byte[] bytes = in.bytes();
        int from = in.start(column);
        int to = in.end(column);
        if (column >= RowFormat.FIRST_BLOB) {
            values.blob(RowFormat.BLOBS[column - RowFormat.FIRST_BLOB], bytes, from, to, base);
        } else {
            values.text(RowFormat.TEXTS[column - RowFormat.FIRST_TEXT], bytes, from, to, base);
        }
    }
}
