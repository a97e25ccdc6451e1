package vesper.records.blocks;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * An entry of a block's section table: the place, size and checksum of one column or of the word filter.
 *
 * @param id the column's id, or {@link #FILTER} for the word filter
 * @param offset in bytes from the start of the block
 * @param storedBytes size in the block
 * @param rawBytes size before compression; equal to {@code storedBytes} if the section is not compressed
 * @param checksum CRC-32C of the stored bytes
 * @param bounds the range of values of a column of numbers
 */
record Section(int id, int offset, int storedBytes, int rawBytes, int checksum, Bounds bounds) {
    static final int FILTER = 0;
    /** Size of an entry in the section table. */
    static final int TABLE_BYTES = 1 + 4 * Integer.BYTES + 2 * Long.BYTES;

    private static final int WORTH_COMPRESSING = 64;

    /** Appends the bytes to the block at its position, compressed if that makes them smaller. */
    static Section append(int id, Bounds bounds, ByteBuffer raw, ByteBuffer block, ZstdCompressCtx zstd) {
        int offset = block.position();
        int rawBytes = raw.remaining();
        if (rawBytes >= WORTH_COMPRESSING) {
            int stored = zstd.compressByteArray(
                    block.array(),
                    block.arrayOffset() + offset,
                    block.capacity() - offset,
                    raw.array(),
                    raw.arrayOffset() + raw.position(),
                    rawBytes);
            if (stored < rawBytes) block.position(offset + stored);
        }
        if (block.position() == offset) return stored(id, bounds, raw, block);
        int storedBytes = block.position() - offset;
        return new Section(id, offset, storedBytes, rawBytes, crc(block.slice(offset, storedBytes)), bounds);
    }

    /** Appends the bytes to the block uncompressed. */
    static Section stored(int id, Bounds bounds, ByteBuffer raw, ByteBuffer block) {
        int offset = block.position();
        int bytes = raw.remaining();
        block.put(raw);
        return new Section(id, offset, bytes, bytes, crc(block.slice(offset, bytes)), bounds);
    }

    void describe(ByteBuffer table) {
        table.put((byte) id).putInt(offset).putInt(storedBytes).putInt(rawBytes).putInt(checksum);
        table.putLong(bounds.least()).putLong(bounds.largest());
    }

    static Section described(ByteBuffer table) {
        return new Section(
                table.get() & 0xff,
                table.getInt(),
                table.getInt(),
                table.getInt(),
                table.getInt(),
                new Bounds(table.getLong(), table.getLong()));
    }

    boolean isWithin(int blockBytes) {
        return offset >= 0 && storedBytes >= 0 && rawBytes >= storedBytes && storedBytes <= blockBytes - offset;
    }

    /** Verifies the checksum of the stored bytes. */
    void check(ByteBuffer block) throws DamagedBlockException {
        stored(block);
    }

    /**
     * Copies the stored bytes to the heap and verifies their checksum. If a mapped file was truncated, the JVM turns
     * the page fault into an error in its own copying code. It does not in the CRC intrinsic or in a native library,
     * where the fault ends the process.
     */
    private byte[] stored(ByteBuffer block) throws DamagedBlockException {
        try {
            byte[] stored = new byte[storedBytes];
            block.get(offset, stored);
            int found = crc(ByteBuffer.wrap(stored));
            if (found == checksum) return stored;
            throw new DamagedBlockException(
                    String.format(Locale.ROOT, "section %d: expected crc %08x, was %08x", id, checksum, found));
        } catch (InternalError unreadable) {
            throw DamagedBlockException.unreadable(unreadable);
        }
    }

    /** Returns the uncompressed bytes. */
    ByteBuffer read(ByteBuffer block, ZstdDecompressCtx zstd) throws DamagedBlockException {
        byte[] stored = stored(block);
        if (storedBytes == rawBytes) return ByteBuffer.wrap(stored);
        byte[] raw = new byte[rawBytes];
        try {
            int length = zstd.decompressByteArray(raw, 0, rawBytes, stored, 0, storedBytes);
            if (length == rawBytes) return ByteBuffer.wrap(raw);
            throw new DamagedBlockException("section " + id + ": " + length + " bytes instead of " + rawBytes);
        } catch (ZstdException damaged) {
            throw new DamagedBlockException("section " + id + ": " + damaged.getMessage(), damaged);
        }
    }

    private static int crc(ByteBuffer bytes) {
        var crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
