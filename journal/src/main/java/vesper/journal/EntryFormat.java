package vesper.journal;

import java.nio.ByteBuffer;

/**
 * Layout of an entry. Integers are big-endian.
 * <pre>
 * entry := crc:u32 length:u32 sequence:u64 type:u8 payload zeros
 * </pre>
 * {@code length} counts the bytes from {@code crc} to the end of the payload, so it is never 0. Zeros pad the entry to
 * a multiple of 8. {@code crc} is the CRC-32C (RFC 3720, B.4) of everything behind it, including the zeros. Eight zero
 * bytes in place of an entry mark the end of the written part.
 */
final class EntryFormat {
    static final int ALIGNMENT = 8;
    static final int HEADER_BYTES = 17;

    static final int LENGTH_AT = 4;
    static final int SEQUENCE_AT = 8;
    static final int TYPE_AT = 16;

    private EntryFormat() {}

    /** Returns the size of an entry including its padding. */
    static int sizeBytes(int payloadBytes) {
        return aligned(HEADER_BYTES + payloadBytes);
    }

    /** Returns whether the written part of a segment ends here. */
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

    /** Returns whether an entry of this length fits here at all. */
    static boolean isPossible(int length, int at, int end) {
        return length >= HEADER_BYTES && length <= end - at && aligned(length) <= end - at;
    }

    static int aligned(int bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
