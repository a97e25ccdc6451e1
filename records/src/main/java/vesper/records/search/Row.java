package vesper.records.search;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.BlobValues;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.RowValues;

/**
 * A hit, or a row that was looked up by its id. Columns are read on access, which must happen on the searching thread
 * while the batch is available.
 */
public final class Row implements RowValues {
    private final BatchView batch;
    private final int row;
    /** Null if the row is not a hit. */
    private final @Nullable HitPosition position;

    Row(BatchView batch, int row) {
        this(batch, row, null);
    }

    Row(BatchView batch, int row, @Nullable HitPosition position) {
        this.batch = batch;
        this.row = row;
        this.position = position;
    }

    /** Returns the cursor of the page that starts after this hit. */
    public String cursor() {
        HitPosition known = position;
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
