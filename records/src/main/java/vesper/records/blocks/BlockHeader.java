package vesper.records.blocks;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.zip.CRC32C;

/**
 * The header of a block. Integers are big-endian.
 * <pre>
 * header  := "VBK1" crc:u32 length:u32 records:u32 earliest:u64 latest:u64 sections:u16 section{sections}
 * section := id:u8 offset:u32 stored:u32 raw:u32 crc:u32 least:u64 largest:u64
 * </pre>
 * {@code length} is the size of the whole block; the header's {@code crc} is the CRC-32C of the header from
 * {@code length} to its end. {@code earliest} and {@code latest} are the bounds of the records' times. A query visits
 * thousands of blocks and needs two or three sections of each, so table entries are decoded only on access.
 */
final class BlockHeader {
    private static final int MAGIC = 0x56424b31;
    private static final int CRC_AT = 4;
    private static final int LENGTH_AT = 8;
    private static final int RECORDS_AT = 12;
    private static final int EARLIEST_AT = 16;
    private static final int LATEST_AT = 24;
    private static final int SECTIONS_AT = 32;
    private static final int FIXED_BYTES = 4 * Integer.BYTES + 2 * Long.BYTES + Short.BYTES;
    private static final int MOST_RECORDS = 1 << 20;

    private final ByteBuffer bytes;
    private final int sections;

    private BlockHeader(ByteBuffer bytes, int sections) {
        this.bytes = bytes;
        this.sections = sections;
    }

    static int bytes(int sections) {
        return FIXED_BYTES + sections * Section.TABLE_BYTES;
    }

    static void write(ByteBuffer block, int records, long earliest, long latest, List<Section> sections) {
        ByteBuffer header = block.duplicate().clear();
        header.putInt(MAGIC)
                .putInt(0)
                .putInt(block.position())
                .putInt(records)
                .putLong(earliest)
                .putLong(latest);
        header.putShort((short) sections.size());
        for (Section section : sections) section.describe(header);
        header.putInt(CRC_AT, checksum(block, header.position()));
    }

    /**
     * Reads and verifies a header.
     *
     * @param block a buffer whose position is at the block; it may extend beyond the block
     */
    static BlockHeader read(ByteBuffer block) throws DamagedBlockException {
        try {
            return read(copied(block), block.remaining());
        } catch (InternalError unreadable) {
            throw DamagedBlockException.unreadable(unreadable);
        }
    }

    /** Copies the header to the heap, out of reach of file truncation, as {@link Section} does with its bytes. */
    private static ByteBuffer copied(ByteBuffer block) throws DamagedBlockException {
        int begin = block.position();
        if (block.remaining() < FIXED_BYTES || block.getInt(begin) != MAGIC)
            throw new DamagedBlockException("no block");
        int headerBytes = bytes(block.getShort(begin + SECTIONS_AT) & 0xffff);
        if (headerBytes > block.remaining()) throw new DamagedBlockException("a header of " + headerBytes + " bytes");
        byte[] header = new byte[headerBytes];
        block.get(begin, header);
        return ByteBuffer.wrap(header);
    }

    private static BlockHeader read(ByteBuffer header, int mostBytes) throws DamagedBlockException {
        int headerBytes = header.capacity();
        int expected = header.getInt(CRC_AT);
        int found = checksum(header, headerBytes);
        if (expected != found) {
            throw new DamagedBlockException(
                    String.format(Locale.ROOT, "header: expected crc %08x, was %08x", expected, found));
        }
        var read = new BlockHeader(header, header.getShort(SECTIONS_AT) & 0xffff);
        if (read.blockBytes() < headerBytes
                || read.blockBytes() > mostBytes
                || read.records() < 1
                || read.records() > MOST_RECORDS) {
            throw new DamagedBlockException(read.records() + " records in " + read.blockBytes() + " bytes");
        }
        return read;
    }

    int blockBytes() {
        return bytes.getInt(LENGTH_AT);
    }

    int records() {
        return bytes.getInt(RECORDS_AT);
    }

    long earliest() {
        return bytes.getLong(EARLIEST_AT);
    }

    long latest() {
        return bytes.getLong(LATEST_AT);
    }

    Section section(int id) throws DamagedBlockException {
        for (int i = 0, at = FIXED_BYTES; i < sections; i++, at += Section.TABLE_BYTES) {
            if ((bytes.get(at) & 0xff) == id) return described(at);
        }
        throw new NoSuchElementException("this block has no column " + id);
    }

    /** Returns every section, the filter included. */
    List<Section> sections() throws DamagedBlockException {
        List<Section> all = new ArrayList<>(sections);
        for (int i = 0; i < sections; i++) all.add(described(FIXED_BYTES + i * Section.TABLE_BYTES));
        return all;
    }

    private Section described(int at) throws DamagedBlockException {
        Section section = Section.described(bytes.slice(at, Section.TABLE_BYTES));
        if (section.isWithin(blockBytes())) return section;
        throw new DamagedBlockException("section beyond the block: " + section);
    }

    private static int checksum(ByteBuffer block, int headerBytes) {
        var crc = new CRC32C();
        crc.update(block.slice(CRC_AT + Integer.BYTES, headerBytes - CRC_AT - Integer.BYTES));
        return (int) crc.getValue();
    }
}
