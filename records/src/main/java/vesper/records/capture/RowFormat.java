package vesper.records.capture;

import java.util.List;
import vesper.records.blocks.Column;
import vesper.records.blocks.ColumnKind;
import vesper.records.rows.Columns;

/**
 * How a row lies in the journal, integers big-endian.
 * <pre>
 * row     := version:u8 flags:u32 base:u32 given:u32 value*      values in the order of {@link Columns#ALL}
 * value   := number | half | text | blob
 * number  := LEB128, unsigned
 * half    := u64                                                of an id or of a trace
 * text    := length:u16 UTF-8
 * blob    := length:u32 bytes
 * </pre>
 * {@code given} has a bit for each column, from the lowest; the row has a value for each one that is set. Every other
 * value is that of the row whose entry begins at the offset {@code base} of the same segment; where that is 0, it is 0 or
 * empty. A base has none itself. The flags are always in front.
 */
final class RowFormat {
    /** The type of the journal's entries that are rows. */
    static final int ENTRY_TYPE = 1;

    static final int VERSION = 3;

    static final int FLAGS_AT = 1;
    static final int BASE_AT = 5;
    static final int GIVEN_AT = 9;
    static final int HEADER_BYTES = 13;

    static final Column[] NUMBERS = of(ColumnKind.NUMBER);
    static final Column[] TEXTS = of(ColumnKind.TEXT);
    static final Column[] BLOBS = of(ColumnKind.BLOB);

    /** The bits of {@code given} of the first text and of the first blob. */
    static final int FIRST_TEXT = NUMBERS.length;

    static final int FIRST_BLOB = FIRST_TEXT + TEXTS.length;
    static final int COLUMNS = FIRST_BLOB + BLOBS.length;

    /** Its bit is never set. */
    static final int FLAGS = Columns.ALL.indexOf(Columns.FLAGS);

    /** Bits of the numbers that are halves. */
    private static final int HALVES =
            bit(Columns.ID_HIGH) | bit(Columns.ID_LOW) | bit(Columns.TRACE_HIGH) | bit(Columns.TRACE_LOW);

    /** Of columns that only say something together: the halves of an id, a content and its media type. */
    private static final int[] TOGETHER = {
        bit(Columns.ID_HIGH) | bit(Columns.ID_LOW),
        bit(Columns.TRACE_HIGH) | bit(Columns.TRACE_LOW),
        bit(Columns.REQUEST_TYPE) | bit(Columns.REQUEST),
        bit(Columns.RESPONSE_TYPE) | bit(Columns.RESPONSE)
    };

    private RowFormat() {}

    static boolean isHalf(int column) {
        return (HALVES >>> column & 1) != 0;
    }

    /** These columns, by their bits, and those that each of them is nothing without. */
    static int together(int columns) {
        int all = columns;
        for (int group : TOGETHER) if ((columns & group) != 0) all |= group;
        return all;
    }

    private static int bit(Column column) {
        return 1 << Columns.ALL.indexOf(column);
    }

    private static Column[] of(ColumnKind kind) {
        List<Column> columns =
                Columns.ALL.stream().filter(column -> column.kind() == kind).toList();
        return columns.toArray(Column[]::new);
    }
}
