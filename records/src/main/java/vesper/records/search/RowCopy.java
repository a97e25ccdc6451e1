package vesper.records.search;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowValues;

/**
 * A copy of a row that outlives its batch. Reading a column that was damaged at the time of the copy throws the
 * original exception.
 */
public final class RowCopy implements RowValues {
    /** Estimated size without texts and contents. */
    private static final int OVERHEAD_BYTES = 2048;

    private final Map<Column, Object> values = new HashMap<>();
    private final Map<Column, DamagedBlockException> unreadable = new HashMap<>();
    private int sizeBytes = OVERHEAD_BYTES;

    private RowCopy() {}

    public static RowCopy of(RowValues row) {
        RowCopy copy = new RowCopy();
        for (Column column : Columns.ALL) {
            try {
                copy.take(row, column);
            } catch (DamagedBlockException e) {
                copy.unreadable.put(column, e);
            }
        }
        return copy;
    }

    private void take(RowValues row, Column column) throws DamagedBlockException {
        switch (column.kind()) {
            case NUMBER -> values.put(column, row.number(column));
            case TEXT -> {
                String text = row.text(column);
                sizeBytes += 2 * text.length();
                values.put(column, text);
            }
            case BLOB -> {
                ByteBuffer bytes = row.bytes(column);
                byte[] copied = new byte[bytes.remaining()];
                bytes.duplicate().get(copied);
                sizeBytes += copied.length;
                values.put(column, copied);
            }
        }
    }

    /** Returns an upper bound of the memory that this copy takes, in bytes. */
    public int sizeBytes() {
        return sizeBytes;
    }

    @Override
    public long number(Column column) throws DamagedBlockException {
        return (long) value(column);
    }

    @Override
    public String text(Column column) throws DamagedBlockException {
        return (String) value(column);
    }

    @Override
    public ByteBuffer bytes(Column column) throws DamagedBlockException {
        return ByteBuffer.wrap((byte[]) value(column));
    }

    private Object value(Column column) throws DamagedBlockException {
        DamagedBlockException why = unreadable.get(column);
        if (why != null) throw why;
        Object value = values.get(column);
        if (value == null) throw new IllegalStateException("no column " + column.name());
        return value;
    }
}
