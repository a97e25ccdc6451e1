package vesper.records.store;

import vesper.records.blocks.Batch;
import vesper.records.blocks.BlobValues;
import vesper.records.blocks.Block;
import vesper.records.blocks.Bounds;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.blocks.TextValues;

/** A block whose exceptions name its place. Not thread-safe. */
record PlacedBlock(Block block, BlockRef ref) implements Batch {
    @Override
    public int records() {
        return block.records();
    }

    @Override
    public long earliest() {
        return block.earliest();
    }

    @Override
    public long latest() {
        return block.latest();
    }

    @Override
    public boolean mayContain(long hash) throws DamagedBlockException {
        try {
            return block.mayContain(hash);
        } catch (DamagedBlockException e) {
            throw e.at(ref.place());
        }
    }

    @Override
    public Bounds bounds(Column column) throws DamagedBlockException {
        try {
            return block.bounds(column);
        } catch (DamagedBlockException e) {
            throw e.at(ref.place());
        }
    }

    @Override
    public long[] numbers(Column column) throws DamagedBlockException {
        try {
            return block.numbers(column);
        } catch (DamagedBlockException e) {
            throw e.at(ref.place());
        }
    }

    @Override
    public TextValues texts(Column column) throws DamagedBlockException {
        try {
            return block.texts(column);
        } catch (DamagedBlockException e) {
            throw e.at(ref.place());
        }
    }

    @Override
    public BlobValues blobs(Column column) throws DamagedBlockException {
        try {
            return block.blobs(column);
        } catch (DamagedBlockException e) {
            throw e.at(ref.place());
        }
    }
}
