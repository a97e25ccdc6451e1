package vesper.journal;

import java.nio.ByteBuffer;

/**
 * The bytes of an entry, integers big-endian.
 * <pre>
 * entry := crc:u32 length:u32 sequence:u64 type:u8 payload zeros
 * </pre>
 * {@code length} counts the bytes from {@code crc} to the end of the payload, so it is never 0; zeros fill up to a
 * multiple of 8; {@code crc} is the CRC-32C (RFC 3720, B.4) of everything behind it, zeros included. Eight bytes of
 * zero are no entry: there the written part ends.
 */
final class EntryFormat {
    static final int ALIGNMENT = 8;
    static final int HEADER_BYTES = 17;

    private static final int LENGTH_AT = 4;
    private static final int SEQUENCE_AT = 8;
    private static final int TYPE_AT = 16;

    private EntryFormat() {}

    /** What an entry takes, with what fills it up. */
    static int sizeBytes(int payloadBytes) {
        return aligned(HEADER_BYTES + payloadBytes);
    }

    /**
     * Writes an entry. The bytes behind {@code at} are zero already, and the payload is consumed.
     *
     * @param segment all bytes of the segment; whoever has it keeps its position and limit at the ends
     * @throws InternalError where the file does not take them, though not always from here: code that the JVM has
     *     compiled goes on behind the access, and the error comes some calls later
     */
    static void write(ByteBuffer segment, int at, long sequence, int type, ByteBuffer payload, EntryChecksum checksum) {
        int length = HEADER_BYTES + payload.remaining();
        int sum = checksum.of(length, sequence, type, payload);
        segment.clear();
        segment.putInt(at + LENGTH_AT, length);
        segment.putLong(at + SEQUENCE_AT, sequence);
        segment.put(at + TYPE_AT, (byte) type);
        segment.position(at + HEADER_BYTES);
        segment.put(payload);
        segment.putInt(at, sum);
        segment.clear();
        if (segment.getInt(at) != sum || segment.getInt(at + LENGTH_AT) != length) {
            throw new InternalError("what was written to memory that belongs to a file is not there");
        }
    }

    /** True where the written part of a segment ends. */
    static boolean isEnd(ByteBuffer segment, int at) {
        return at + ALIGNMENT > segment.capacity() || segment.getLong(at) == 0;
    }

    static int length(ByteBuffer segment, int at) {
        return segment.getInt(at + LENGTH_AT);
    }

    static long sequence(ByteBuffer segment, int at) {
        return segment.getLong(at + SEQUENCE_AT);
    }

    static int type(ByteBuffer segment, int at) {
        return segment.get(at + TYPE_AT) & 0xff;
    }

    static int storedChecksum(ByteBuffer segment, int at) {
        return segment.getInt(at);
    }

    /** Whether an entry of this length could lie there at all. */
    static boolean isPossible(int length, int at, int end) {
        return length >= HEADER_BYTES && length <= end - at && aligned(length) <= end - at;
    }

    static int aligned(int bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
