package vesper.records.search;

import java.nio.ByteBuffer;
import vesper.records.blocks.BlobValues;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.RowValues;

/** One hit. Reads its columns when asked, as long as its batch is there, on the thread that searches. */
public final class Row implements RowValues {
    private final BatchView batch;
    private final int row;

    Row(BatchView batch, int row) {
        this.batch = batch;
        this.row = row;
    }

    @Override
    public long number(Column column) throws DamagedBlockException {
        return batch.numbers(column)[row];
    }

    @Override
    public String text(Column column) throws DamagedBlockException {
        return batch.texts(column).of(row);
    }

    @Override
    public ByteBuffer bytes(Column column) throws DamagedBlockException {
        BlobValues blobs = batch.blobs(column);
        return blobs.of(row);
    }
}
