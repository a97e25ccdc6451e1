package vesper.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Computes the checksum of entries, but never directly over mapped memory. The JVM turns an access to a page that its
 * file has lost into an {@link InternalError}, except in its built-in code for checksums, where it crashes the process.
 * For use by one thread at a time.
 */
final class EntryChecksum {
    private static final byte[] ZEROS = new byte[EntryFormat.ALIGNMENT];

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer head = ByteBuffer.allocate(EntryFormat.HEADER_BYTES - Integer.BYTES);

    /**
     * Computes the checksum of an entry that is about to be written.
     *
     * @param length as in the entry
     * @param payload left unchanged
     */
    int of(int length, long sequence, int type, ByteBuffer payload) {
        head.clear();
        head.putInt(length).putLong(sequence).put((byte) type);
        crc.reset();
        crc.update(head.array(), 0, head.position());
        int from = payload.position();
        crc.update(payload);
        payload.position(from);
        crc.update(ZEROS, 0, EntryFormat.aligned(length) - length);
        return (int) crc.getValue();
    }

    int of(byte[] bytes, int from, int to) {
        crc.reset();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }
}
