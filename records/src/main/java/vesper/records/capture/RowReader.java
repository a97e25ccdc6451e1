package vesper.records.capture;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import vesper.journal.DamagedSegmentException;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.records.blocks.Column;

/**
 * Reads rows that {@link RowBuffer} wrote and delivers their values in the order of {@link RowFormat}. It delivers
 * either complete rows or only the columns that may differ from the row before, which are few for most rows. Not
 * thread-safe.
 */
public final class RowReader {
    /**
     * Receives the values of one row. Many values come from another row, the base, which is identified by a number
     * below {@value RowReader#BASES}. A text or blob that is delivered again for the same column with the same base
     * number is unchanged. The two halves of an id are delivered together, upper half first, and so are the media type
     * of a content and the content.
     */
    public interface Values {
        void number(Column column, long value);

        /**
         * Receives a text.
         *
         * @param utf8 the array that holds the text between {@code from} and {@code to}; valid only during the call
         * @param base the number of the base that the text comes from, or {@link RowReader#NO_BASE}
         */
        void text(Column column, byte[] utf8, int from, int to, int base);

        void blob(Column column, byte[] bytes, int from, int to, int base);

        /** Called when this number is reused for another base. */
        default void newBase(int base) {}
    }

    public static final int NO_BASE = -1;
    /** Number of bases that are cached. */
    public static final int BASES = 64;

    private static final int UNKNOWN_BASE = -2;
    private static final int ALL_COLUMNS = -1;

    private final ParsedRow row = new ParsedRow();
    private final ParsedRow nothing = new ParsedRow();
    /** The cached bases and the journal positions of their entries. */
    private final @Nullable ParsedRow[] bases = new @Nullable ParsedRow[BASES];

    private final long[] positions = new long[BASES];
    /** The journal of these positions. Positions of different journals often coincide. */
    private @Nullable JournalReader journal;

    /** Base number, if still valid, and bits of the set columns of the row that was delivered last. */
    private int lastBase = UNKNOWN_BASE;

    private int lastGiven;

    /**
     * Returns the {@link vesper.records.rows.RowFlags} of a row without reading the rest of it, or 0 if the entry is
     * not a row.
     */
    public static long flags(JournalReader entry) {
        ByteBuffer payload = entry.payload();
        boolean isRow = entry.type() == RowFormat.ENTRY_TYPE
                && payload.remaining() >= RowFormat.HEADER_BYTES
                && payload.get(payload.position()) == RowFormat.VERSION;
        return isRow ? payload.getInt(payload.position() + RowFormat.FLAGS_AT) : 0;
    }

    /**
     * Delivers all values of the entry that was read last.
     *
     * @throws IllegalArgumentException if this is not a row of a known version; no value has been delivered then
     */
    public void read(JournalReader entry, Values values) throws DamagedSegmentException {
        lastBase = UNKNOWN_BASE;
        readChanges(entry, values);
    }

    /**
     * Delivers values like {@link #read}, but omits those that are certainly unchanged since the last delivered row.
     * The receiver must be the same. If both rows have the same base, these are all columns that neither row sets
     * itself.
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
        // If the receiver throws an exception, its state is unknown and the next row must be delivered completely.
        lastBase = UNKNOWN_BASE;
        handOver(columns, base, number, values);
        lastBase = number;
        lastGiven = row.given();
    }

    /** Entries start at multiples of 8. */
    private static int numberOf(int offset) {
        return (offset >>> 3) & (BASES - 1);
    }

    private ParsedRow base(JournalReader entry, int number, Values values) throws DamagedSegmentException {
        long position = Position.withOffset(entry.position(), row.base());
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
