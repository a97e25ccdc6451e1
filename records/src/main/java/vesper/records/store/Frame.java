package vesper.records.store;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The header of a block in its file. Integers are big-endian.
 * <pre>
 * frame := magic:"VBF1" crc:u32 length:u32 source:u32 from:u64 to:u64 block
 * </pre>
 * {@code crc} is the CRC-32C of the 24 bytes after it.
 *
 * @param blockBytes length of the block that follows
 * @param source number of the journal that the rows were read from
 * @param from journal position at which reading started
 * @param to journal position at which reading ended and the next block of this journal starts
 */
record Frame(int blockBytes, int source, long from, long to) {
    static final int BYTES = 4 * Integer.BYTES + 2 * Long.BYTES;

    private static final int MAGIC = 0x56424631;
    private static final int CRC_AT = 4;
    private static final int CHECKED_AT = 8;

    void write(ByteBuffer out) {
        int at = out.position();
        out.putInt(MAGIC)
                .putInt(0)
                .putInt(blockBytes)
                .putInt(source)
                .putLong(from)
                .putLong(to);
        out.putInt(at + CRC_AT, checksum(out, at));
    }

    /**
     * Reads and verifies the frame at an offset.
     *
     * @return null if there is no frame
     */
    static @Nullable Frame read(ByteBuffer in, int at) {
        if (in.limit() - at < BYTES || in.getInt(at) != MAGIC) return null;
        if (in.getInt(at + CRC_AT) != checksum(in, at)) return null;
        Frame frame = new Frame(in.getInt(at + 8), in.getInt(at + 12), in.getLong(at + 16), in.getLong(at + 24));
        return frame.blockBytes > 0 && frame.blockBytes <= in.limit() - at - BYTES ? frame : null;
    }

    private static int checksum(ByteBuffer bytes, int at) {
        var crc = new CRC32C();
        // Copied to the heap first, because a checksum over a mapped file that was truncated would end the process.
        byte[] checked = new byte[BYTES - CHECKED_AT];
        bytes.get(at + CHECKED_AT, checked);
        crc.update(checked);
        return (int) crc.getValue();
    }
}
