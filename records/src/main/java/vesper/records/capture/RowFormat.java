package vesper.records.capture;

import java.util.List;
import vesper.records.blocks.Column;
import vesper.records.blocks.ColumnKind;
import vesper.records.rows.Columns;

/**
 * How a row lies in the journal, integers big-endian.
 * <pre>
 * row    := version:u8 number:u64{11} text{16} blob{4}       in the order of {@link Columns#ALL}
 * text   := length:u16 UTF-8
 * blob   := length:u32 bytes
 * </pre>
 */
final class RowFormat {
    /** The type of the journal's entries that are rows. */
    static final int ENTRY_TYPE = 1;

    static final int VERSION = 1;

    static final Column[] NUMBERS = of(ColumnKind.NUMBER);
    static final Column[] TEXTS = of(ColumnKind.TEXT);
    static final Column[] BLOBS = of(ColumnKind.BLOB);

    private RowFormat() {}

    private static Column[] of(ColumnKind kind) {
        List<Column> columns =
                Columns.ALL.stream().filter(column -> column.kind() == kind).toList();
        return columns.toArray(Column[]::new);
    }
}
