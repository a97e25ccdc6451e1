package vesper.records.blocks;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A sealed block that is read in place: a column is decompressed only on access. The checksum of a section is verified
 * whenever the section is read. Not thread-safe; several threads may each open their own instance over the same bytes.
 */
public final class Block implements Batch {
    private final ByteBuffer bytes;
    private final BlockHeader header;
    private final ZstdDecompressCtx zstd;
    private @Nullable TokenFilter filter;

    private Block(ByteBuffer bytes, BlockHeader header, ZstdDecompressCtx zstd) {
        this.bytes = bytes;
        this.header = header;
        this.zstd = zstd;
    }

    /**
     * Opens a block: reads and verifies its header.
     *
     * @param bytes a buffer whose position is at the block; it may extend beyond the block
     * @param zstd the decompression context of the reading thread
     */
    public static Block read(ByteBuffer bytes, ZstdDecompressCtx zstd) throws DamagedBlockException {
        BlockHeader header = BlockHeader.read(bytes);
        return new Block(bytes.slice(bytes.position(), header.blockBytes()), header, zstd);
    }

    /** Verifies the checksum of every section. */
    public void verify() throws DamagedBlockException {
        for (Section section : header.sections()) section.check(bytes);
    }

    public int sizeBytes() {
        return header.blockBytes();
    }

    @Override
    public int records() {
        return header.records();
    }

    @Override
    public long earliest() {
        return header.earliest();
    }

    @Override
    public long latest() {
        return header.latest();
    }

    @Override
    public boolean mayContain(long hash) throws DamagedBlockException {
        TokenFilter known = filter;
        if (known == null) {
            known = TokenFilter.reading(header.section(Section.FILTER).read(bytes, zstd));
            filter = known;
        }
        return known.mayContain(hash);
    }

    @Override
    public Bounds bounds(Column column) throws DamagedBlockException {
        return header.section(column.id()).bounds();
    }

    @Override
    public long[] numbers(Column column) throws DamagedBlockException {
        try {
            return NumberColumn.decode(section(column), records());
        } catch (IllegalArgumentException | BufferUnderflowException damaged) {
            throw damaged(column, damaged);
        }
    }

    @Override
    public TextValues texts(Column column) throws DamagedBlockException {
        try {
            return TextColumn.decode(section(column), records());
        } catch (IllegalArgumentException | BufferUnderflowException damaged) {
            throw damaged(column, damaged);
        }
    }

    @Override
    public BlobValues blobs(Column column) throws DamagedBlockException {
        try {
            return BlobColumn.decode(section(column), records());
        } catch (IllegalArgumentException | IndexOutOfBoundsException | BufferUnderflowException damaged) {
            throw damaged(column, damaged);
        }
    }

    private ByteBuffer section(Column column) throws DamagedBlockException {
        return header.section(column.id()).read(bytes, zstd);
    }

    private static DamagedBlockException damaged(Column column, RuntimeException why) {
        return new DamagedBlockException("column " + column.name() + ": " + why.getMessage(), why);
    }
}
