package vesper.records.search;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.BlobValues;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.RowValues;

/** One hit, or a row that was looked for by its id. Reads its columns when asked, as long as its batch is there, on the thread that searches. */
public final class Row implements RowValues {
    private final BatchView batch;
    private final int row;
    /** Null where it is no hit. */
    private final @Nullable Position position;

    Row(BatchView batch, int row) {
        this(batch, row, null);
    }

    Row(BatchView batch, int row, @Nullable Position position) {
        this.batch = batch;
        this.row = row;
        this.position = position;
    }

    /** Where a page begins that follows one whose last hit this is. */
    public String cursor() {
        Position known = position;
        if (known == null) throw new IllegalStateException("no hit of a page");
        return known.encoded();
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
