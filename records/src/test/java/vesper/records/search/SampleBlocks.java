package vesper.records.search;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.Batch;
import vesper.records.blocks.Block;
import vesper.records.blocks.BlockWriter;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowTokens;

/** Sealed blocks and unsealed rows in memory. Several instances may be filled alternately, as event loops do. */
final class SampleBlocks {
    private final List<ByteBuffer> sealed = new ArrayList<>();
    private final BlockWriter writer = new BlockWriter(Columns.ALL, 1);
    private final RowTokens tokens = new RowTokens(writer::word);

    void add(SampleRow row) {
        row.write(writer, tokens);
    }

    void seal() {
        if (writer.records() == 0) return;
        ByteBuffer block = writer.seal();
        ByteBuffer copy = ByteBuffer.allocateDirect(block.remaining());
        sealed.add(copy.put(block).flip());
        tokens.startBlock();
    }

    static Batches batches(SampleBlocks... all) throws DamagedBlockException {
        var zstd = new ZstdDecompressCtx();
        List<Batch> batches = new ArrayList<>();
        for (SampleBlocks each : all) {
            for (ByteBuffer block : each.sealed) batches.add(Block.read(block.duplicate(), zstd));
            if (each.writer.records() > 0) batches.add(each.writer.unsealed());
        }
        batches.sort(Comparator.comparingLong(Batch::latest).reversed());
        return new Batches() {
            private int given;

            @Override
            public @Nullable Batch next() {
                return given < batches.size() ? batches.get(given++) : null;
            }

            @Override
            public long latestLeft() {
                return given < batches.size() ? batches.get(given).latest() : Long.MIN_VALUE;
            }
        };
    }
}
