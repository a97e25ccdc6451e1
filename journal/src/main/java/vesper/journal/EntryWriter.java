package vesper.journal;

import java.nio.ByteBuffer;

/** Writes entries into segments. For use by one thread at a time. */
final class EntryWriter {
    /** Smaller entries are assembled first: one checksum and one copy cost less than one for each part. */
    private static final int MAX_SMALL_BYTES = 4 << 10;

    private final EntryChecksum checksum = new EntryChecksum();
    private final ByteBuffer small = ByteBuffer.allocate(MAX_SMALL_BYTES);

    /**
     * Writes an entry, and consumes the payload. The bytes from {@code at} must be zero.
     *
     * @param segment all bytes of the segment, with position and limit at the ends
     * @throws InternalError if the file cannot be written. Compiled code may continue after the failed access, so the
     *     error may also come from a later call
     */
    void write(ByteBuffer segment, int at, long sequence, int type, ByteBuffer payload) {
        int length = EntryFormat.HEADER_BYTES + payload.remaining();
        int sum = EntryFormat.aligned(length) <= MAX_SMALL_BYTES
                ? writeSmall(segment, at, sequence, type, payload, length)
                : writeLarge(segment, at, sequence, type, payload, length);
        if (segment.getInt(at) != sum || segment.getInt(at + EntryFormat.LENGTH_AT) != length) {
            throw new InternalError("bytes written to a mapped file cannot be read back");
        }
    }

    private int writeSmall(ByteBuffer segment, int at, long sequence, int type, ByteBuffer payload, int length) {
        byte[] bytes = small.array();
        int aligned = EntryFormat.aligned(length);
        small.putLong(aligned - Long.BYTES, 0);
        small.putInt(EntryFormat.LENGTH_AT, length);
        small.putLong(EntryFormat.SEQUENCE_AT, sequence);
        small.put(EntryFormat.TYPE_AT, (byte) type);
        payload.get(bytes, EntryFormat.HEADER_BYTES, length - EntryFormat.HEADER_BYTES);
        int sum = checksum.of(bytes, EntryFormat.LENGTH_AT, aligned);
        small.putInt(0, sum);
        segment.put(at, bytes, 0, aligned);
        return sum;
    }

    private int writeLarge(ByteBuffer segment, int at, long sequence, int type, ByteBuffer payload, int length) {
        int sum = checksum.of(length, sequence, type, payload);
        segment.clear();
        segment.putInt(at + EntryFormat.LENGTH_AT, length);
        segment.putLong(at + EntryFormat.SEQUENCE_AT, sequence);
        segment.put(at + EntryFormat.TYPE_AT, (byte) type);
        segment.position(at + EntryFormat.HEADER_BYTES);
        segment.put(payload);
        segment.putInt(at, sum);
        segment.clear();
        return sum;
    }
}
