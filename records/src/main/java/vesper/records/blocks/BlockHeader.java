package vesper.records.blocks;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * What a block begins with, integers big-endian.
 * <pre>
 * header  := "VBK1" crc:u32 length:u32 records:u32 earliest:u64 latest:u64 sections:u16 section{sections}
 * section := id:u8 offset:u32 stored:u32 raw:u32 crc:u32
 * </pre>
 * {@code length} is the whole block's; {@code crc} is the CRC-32C of the header behind it. The times are those of the
 * records.
 */
record BlockHeader(int blockBytes, int records, long earliest, long latest, List<Section> sections) {
    private static final int MAGIC = 0x56424b31;
    private static final int CRC_AT = 4;
    private static final int FIXED_BYTES = 4 * Integer.BYTES + 2 * Long.BYTES + Short.BYTES;
    private static final int MOST_RECORDS = 1 << 20;

    static int bytes(int sections) {
        return FIXED_BYTES + sections * Section.TABLE_BYTES;
    }

    void write(ByteBuffer block) {
        ByteBuffer header = block.duplicate().clear();
        header.putInt(MAGIC)
                .putInt(0)
                .putInt(blockBytes)
                .putInt(records)
                .putLong(earliest)
                .putLong(latest);
        header.putShort((short) sections.size());
        for (Section section : sections) section.describe(header);
        header.putInt(CRC_AT, checksum(block, header.position()));
    }

    /** @param block begins with the block, and may go on beyond it */
    static BlockHeader read(ByteBuffer block) throws DamagedBlockException {
        ByteBuffer header = block.slice();
        if (header.remaining() < FIXED_BYTES || header.getInt() != MAGIC) throw new DamagedBlockException("no block");
        int expected = header.getInt();
        int blockBytes = header.getInt();
        int records = header.getInt();
        long earliest = header.getLong();
        long latest = header.getLong();
        int count = header.getShort() & 0xffff;
        int headerBytes = bytes(count);
        if (headerBytes > header.capacity()) throw new DamagedBlockException("a header of " + headerBytes + " bytes");
        int found = checksum(header, headerBytes);
        if (expected != found) {
            throw new DamagedBlockException(
                    String.format(Locale.ROOT, "header: expected crc %08x, was %08x", expected, found));
        }
        if (blockBytes > header.capacity() || records < 1 || records > MOST_RECORDS) {
            throw new DamagedBlockException(records + " records in " + blockBytes + " bytes");
        }
        List<Section> sections = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Section section = Section.described(header);
            if (!section.isWithin(blockBytes)) throw new DamagedBlockException("section beyond the block: " + section);
            sections.add(section);
        }
        return new BlockHeader(blockBytes, records, earliest, latest, List.copyOf(sections));
    }

    private static int checksum(ByteBuffer block, int headerBytes) {
        var crc = new CRC32C();
        crc.update(block.slice(CRC_AT + Integer.BYTES, headerBytes - CRC_AT - Integer.BYTES));
        return (int) crc.getValue();
    }
}
