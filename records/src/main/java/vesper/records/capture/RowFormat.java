package vesper.records.capture;

import java.util.List;
import vesper.records.blocks.Column;
import vesper.records.blocks.ColumnKind;
import vesper.records.rows.Columns;

/**
 * The encoding of a row in the journal. Integers are big-endian.
 * <pre>
 * row     := version:u8 flags:u32 base:u32 given:u32 value*      values in the order of {@link Columns#ALL}
 * value   := number | half | text | blob
 * number  := LEB128, unsigned
 * half    := u64                                                of an id or of a trace
 * text    := length:u16 UTF-8
 * blob    := length:u32 bytes
 * </pre>
 * {@code given} has a bit for each column, the lowest bit for the first one; the row contains a value for each bit that
 * is set. Other columns have the value of the base row, whose entry starts at the offset {@code base} of the same
 * segment. If {@code base} is 0, they are 0 or empty. A base row never has a base itself. The flags are always stored
 * in the header.
 */
final class RowFormat {
    /** Journal entry type of a row. */
    static final int ENTRY_TYPE = 1;

    static final int VERSION = 3;

    static final int FLAGS_AT = 1;
    static final int BASE_AT = 5;
    static final int GIVEN_AT = 9;
    static final int HEADER_BYTES = 13;

    static final Column[] NUMBERS = of(ColumnKind.NUMBER);
    static final Column[] TEXTS = of(ColumnKind.TEXT);
    static final Column[] BLOBS = of(ColumnKind.BLOB);

    /** Bit index in {@code given} of the first text and of the first blob. */
    static final int FIRST_TEXT = NUMBERS.length;

    static final int FIRST_BLOB = FIRST_TEXT + TEXTS.length;
    static final int COLUMNS = FIRST_BLOB + BLOBS.length;

    /** Bit index of the flags. The bit is never set. */
    static final int FLAGS = Columns.ALL.indexOf(Columns.FLAGS);

    /** Bit set of the numbers that are stored as halves. */
    private static final int HALVES =
            bit(Columns.ID_HIGH) | bit(Columns.ID_LOW) | bit(Columns.TRACE_HIGH) | bit(Columns.TRACE_LOW);

    /** Groups of columns that readers need together: the halves of an id, a content and its media type. */
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

    /** Extends a bit set of columns by the columns that belong to the same group. */
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
