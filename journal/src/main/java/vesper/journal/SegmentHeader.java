package vesper.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Header of a segment. Integers are big-endian.
 * <pre>
 * header := "VESPERJ1" number:u32 crc:u32 firstSequence:u64 createdAtMillis:u64 mark
 * mark   := syncedTo:u32 crc:u32       the lowest bit of syncedTo says that the segment is sealed
 * </pre>
 * The first {@code crc} is the CRC-32C of the 32 bytes before the mark, with the field itself as 0. The second is that
 * of {@code syncedTo}. Everything before {@code syncedTo} is on the disk, and in a sealed segment nothing follows it.
 * The mark is the only part of a journal that is ever overwritten, by one store of 8 bytes. A power cut may leave an
 * older mark, but never one ahead of the data.
 */
final class SegmentHeader {
    static final int BYTES = 40;

    private static final long MAGIC = 0x5645535045524a31L;
    private static final int NUMBER_AT = 8;
    private static final int CRC_AT = 12;
    private static final int FIRST_SEQUENCE_AT = 16;
    private static final int CREATED_AT = 24;
    private static final int MARK_AT = 32;
    private static final int SEALED = 1;
    private static final VarHandle MARK =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).varHandle();

    private final MemorySegment bytes;

    private SegmentHeader(MemorySegment segment) {
        this.bytes = segment.asSlice(0, BYTES);
    }

    static SegmentHeader write(MemorySegment segment, int number, long firstSequence, long createdAtMillis) {
        var written = new SegmentHeader(segment);
        ByteBuffer header = written.bytes.asByteBuffer();
        header.putLong(0, MAGIC);
        header.putInt(NUMBER_AT, number);
        header.putLong(FIRST_SEQUENCE_AT, firstSequence);
        header.putLong(CREATED_AT, createdAtMillis);
        header.putInt(CRC_AT, written.checksum());
        written.mark(BYTES, false);
        return written;
    }

    /** @throws DamagedSegmentException if there is no intact header with this number */
    static SegmentHeader read(String file, int number, MemorySegment segment) throws DamagedSegmentException {
        if (segment.byteSize() < BYTES) {
            throw new DamagedSegmentException(file, segment.byteSize(), "ends within its header");
        }
        var read = new SegmentHeader(segment);
        read.verify(file, number);
        return read;
    }

    long firstSequence() {
        return bytes.asByteBuffer().getLong(FIRST_SEQUENCE_AT);
    }

    long createdAtMillis() {
        return bytes.asByteBuffer().getLong(CREATED_AT);
    }

    void mark(int syncedTo, boolean sealed) {
        int offset = syncedTo | (sealed ? SEALED : 0);
        MARK.setRelease(bytes, (long) MARK_AT, (long) offset << 32 | (checksumOf(offset) & 0xffffffffL));
    }

    int syncedTo() {
        return (int) (markBits() >>> 32) & ~SEALED;
    }

    boolean isSealed() {
        return ((markBits() >>> 32) & SEALED) != 0;
    }

    private void verify(String file, int number) throws DamagedSegmentException {
        ByteBuffer header = bytes.asByteBuffer();
        if (header.getLong(0) != MAGIC) throw new DamagedSegmentException(file, 0, "unknown header");
        int expected = header.getInt(CRC_AT);
        int found = checksum();
        if (expected != found) throw DamagedSegmentException.checksum(file, 0, expected, found);
        if (header.getInt(NUMBER_AT) != number) {
            throw new DamagedSegmentException(file, NUMBER_AT, "header has number " + header.getInt(NUMBER_AT));
        }
        long mark = markBits();
        int ofMark = checksumOf((int) (mark >>> 32));
        if ((int) mark != ofMark) throw DamagedSegmentException.checksum(file, MARK_AT, (int) mark, ofMark);
    }

    private long markBits() {
        return (long) MARK.getAcquire(bytes, (long) MARK_AT);
    }

    private int checksum() {
        byte[] header = bytes.asSlice(0, MARK_AT).toArray(ValueLayout.JAVA_BYTE);
        ByteBuffer.wrap(header).putInt(CRC_AT, 0);
        return checksumOf(ByteBuffer.wrap(header));
    }

    private static int checksumOf(int offset) {
        return checksumOf(ByteBuffer.allocate(Integer.BYTES).putInt(0, offset));
    }

    private static int checksumOf(ByteBuffer bytes) {
        var crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
