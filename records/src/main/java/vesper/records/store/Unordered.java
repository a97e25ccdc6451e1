package vesper.records.store;

import vesper.records.blocks.Batch;
import vesper.records.blocks.BlobValues;
import vesper.records.blocks.Bounds;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.blocks.TextValues;

/**
 * Rows that come before others which may be later: they are said to be of any time, so that no search takes what comes
 * behind them for older.
 */
record Unordered(Batch rows) implements Batch {
    @Override
    public int records() {
        return rows.records();
    }

    @Override
    public long earliest() {
        return rows.earliest();
    }

    @Override
    public long latest() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean mayContain(long hash) throws DamagedBlockException {
        return rows.mayContain(hash);
    }

    @Override
    public Bounds bounds(Column column) throws DamagedBlockException {
        return rows.bounds(column);
    }

    @Override
    public long[] numbers(Column column) throws DamagedBlockException {
        return rows.numbers(column);
    }

    @Override
    public TextValues texts(Column column) throws DamagedBlockException {
        return rows.texts(column);
    }

    @Override
    public BlobValues blobs(Column column) throws DamagedBlockException {
        return rows.blobs(column);
    }
}
