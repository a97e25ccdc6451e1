package vesper.records.capture;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import vesper.journal.DamagedSegmentException;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.records.blocks.Column;

/** Reads rows as {@link RowBuffer} wrote them, value by value in the order of {@link RowFormat}. Used by one thread. */
public final class RowReader {
    /** Takes the values of one row. */
    public interface Values {
        void number(Column column, long value);

        /** @param utf8 the text from {@code from} to {@code to}, there during the call only */
        void text(Column column, byte[] utf8, int from, int to);

        void blob(Column column, byte[] bytes, int from, int to);
    }

    private static final int BASES = 64;

    private final ParsedRow row = new ParsedRow();
    private final ParsedRow nothing = new ParsedRow();
    /** Rows that others were like, and where their entries begin. */
    private final @Nullable ParsedRow[] bases = new @Nullable ParsedRow[BASES];

    private final long[] positions = new long[BASES];

    /** The row's bits of {@link vesper.records.rows.RowFlags}, without reading more of it; 0 where this is no row. */
    public static long flags(JournalReader entry) {
        ByteBuffer payload = entry.payload();
        boolean isRow = entry.type() == RowFormat.ENTRY_TYPE
                && payload.remaining() >= RowFormat.HEADER_BYTES
                && payload.get(payload.position()) == RowFormat.VERSION;
        return isRow ? payload.get(payload.position() + RowFormat.FLAGS_AT) & 0xff : 0;
    }

    /**
     * Hands over the entry that was read last.
     *
     * @throws IllegalArgumentException where this is no row of a version that is known; nothing was handed over then
     */
    public void read(JournalReader entry, Values values) throws DamagedSegmentException {
        if (entry.type() != RowFormat.ENTRY_TYPE)
            throw new IllegalArgumentException("an entry of type " + entry.type());
        row.parse(entry.payload());
        handOver(row.base() == 0 ? nothing : base(entry, row.base()), values);
    }

    private ParsedRow base(JournalReader entry, int offset) throws DamagedSegmentException {
        long position = Position.inSegment(entry.position(), offset);
        // Entries begin at multiples of 8.
        int slot = offset >>> 3 & BASES - 1;
        ParsedRow known = bases[slot];
        if (known != null && positions[slot] == position) return known;
        ParsedRow base = known == null ? new ParsedRow() : known;
        bases[slot] = null;
        base.parse(entry.payloadAt(position));
        if (base.base() != 0) throw new IllegalArgumentException("a row like one that is like another");
        bases[slot] = base;
        positions[slot] = position;
        return base;
    }

    private void handOver(ParsedRow base, Values values) {
        for (int i = 0; i < RowFormat.FIRST_TEXT; i++) {
            boolean isOwn = i == RowFormat.FLAGS || row.isGiven(i);
            values.number(RowFormat.NUMBERS[i], (isOwn ? row : base).number(i));
        }
        for (int i = RowFormat.FIRST_TEXT; i < RowFormat.FIRST_BLOB; i++) {
            ParsedRow in = row.isGiven(i) ? row : base;
            values.text(RowFormat.TEXTS[i - RowFormat.FIRST_TEXT], in.bytes(), in.start(i), in.end(i));
        }
        for (int i = RowFormat.FIRST_BLOB; i < RowFormat.COLUMNS; i++) {
            ParsedRow in = row.isGiven(i) ? row : base;
            values.blob(RowFormat.BLOBS[i - RowFormat.FIRST_BLOB], in.bytes(), in.start(i), in.end(i));
        }
    }
}
