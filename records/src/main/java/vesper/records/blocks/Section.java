package vesper.records.blocks;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * Where in a block the bytes of a column lie.
 *
 * @param id of the column; {@link #FILTER} for the filter of words
 * @param offset in bytes from the start of the block
 * @param storedBytes as they lie there
 * @param rawBytes as they were before they were compressed; the same where that gained nothing
 * @param checksum CRC-32C of the stored bytes
 * @param bounds of a column of numbers
 */
record Section(int id, int offset, int storedBytes, int rawBytes, int checksum, Bounds bounds) {
    static final int FILTER = 0;
    /** Of an entry in the table of sections. */
    static final int TABLE_BYTES = 1 + 4 * Integer.BYTES + 2 * Long.BYTES;

    private static final int WORTH_COMPRESSING = 64;

    /** Puts the bytes behind what {@code block} holds already, compressed where that saves something. */
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

    /** Puts the bytes there as they are. */
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

    /** Compares what lies there with its checksum. */
    void check(ByteBuffer block) throws DamagedBlockException {
        stored(block);
    }

    /**
     * The bytes as they lie there, in memory that is no file's: the JVM turns an access to a page that a file has no
     * more into an error, but not one by its own code for checksums, nor by a library, which ends the process.
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

    /** The bytes as they were. */
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
