package vesper.records.store;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import vesper.records.blocks.Block;

/**
 * A sealed block, by where it lies and what times its rows are of.
 *
 * @param offset of the block in its file
 * @param earliest milliseconds since 1970
 */
record BlockRef(BlockFile file, int offset, Frame frame, long earliest, long latest, int records) {
    Block open(ZstdDecompressCtx zstd) throws IOException {
        return Block.read(file.bytes(offset, frame.blockBytes()), zstd);
    }
}
