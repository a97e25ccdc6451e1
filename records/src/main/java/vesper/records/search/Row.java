package vesper.records.search;

import java.nio.ByteBuffer;
import java.util.UUID;
import vesper.records.blocks.BlobValues;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;

/** One hit. Reads its columns when asked, as long as its batch is there, on the thread that searches. */
public final class Row {
    private final BatchView batch;
    private final int row;

    Row(BatchView batch, int row) {
        this.batch = batch;
        this.row = row;
    }

    /** As text of a UUID. */
    public String id() throws DamagedBlockException {
        return new UUID(number(Columns.ID_HIGH), number(Columns.ID_LOW)).toString();
    }

    /** Milliseconds since 1970. */
    public long time() throws DamagedBlockException {
        return number(Columns.TIME);
    }

    /** @param flag of {@link vesper.records.rows.RowFlags} */
    public boolean is(long flag) throws DamagedBlockException {
        return (number(Columns.FLAGS) & flag) != 0;
    }

    /** The trace's id, 32 hexadecimal digits; the record's own where no other is known. */
    public String trace() throws DamagedBlockException {
        long high = number(Columns.TRACE_HIGH);
        long low = number(Columns.TRACE_LOW);
        UUID trace =
                (high | low) == 0 ? new UUID(number(Columns.ID_HIGH), number(Columns.ID_LOW)) : new UUID(high, low);
        return trace.toString().replace("-", "");
    }

    public long number(Column column) throws DamagedBlockException {
        return batch.numbers(column)[row];
    }

    public String text(Column column) throws DamagedBlockException {
        return batch.texts(column).of(row);
    }

    /** A view of the bytes. */
    public ByteBuffer bytes(Column column) throws DamagedBlockException {
        BlobValues blobs = batch.blobs(column);
        return blobs.of(row);
    }
}
