package vesper.records.store;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import vesper.records.blocks.Batch;
import vesper.records.blocks.Block;
import vesper.records.blocks.DamagedBlockException;

/**
 * A reference to a sealed block, with the times of its rows.
 *
 * @param offset offset of the block in its file
 * @param earliest in milliseconds since 1970
 */
record BlockRef(BlockFile file, int offset, Frame frame, long earliest, long latest, int records) {
    /**
     * Opens the block.
     *
     * @throws IOException if the block is damaged, with its place; methods of the returned batch throw it too
     */
    Batch open(ZstdDecompressCtx zstd) throws IOException {
        try {
            return new PlacedBlock(Block.read(file.bytes(offset, frame.blockBytes()), zstd), this);
        } catch (DamagedBlockException e) {
            throw e.at(place());
        }
    }

    String place() {
        return file.path().getFileName() + ", block at byte " + offset;
    }
}
