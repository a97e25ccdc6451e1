package vesper.records.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.CRC32C;
import vesper.journal.files.AtomicFile;

/**
 * The positions and times of the blocks in a file, so that a start need not read the file itself. An index can be
 * rebuilt from its file at any time. Integers are big-endian.
 * <pre>
 * index := "VINDEX01" crc:u32 fileBytes:u32 count:u32 block{count}
 * block := offset:u32 length:u32 source:u32 from:u64 to:u64 earliest:u64 latest:u64 records:u32
 * </pre>
 * {@code crc} is the CRC-32C of all bytes after it.
 */
final class BlockIndex {
    private static final byte[] MAGIC = "VINDEX01".getBytes(US_ASCII);
    private static final int CHECKED_AT = MAGIC.length + Integer.BYTES;
    private static final int HEADER_BYTES = CHECKED_AT + 2 * Integer.BYTES;
    private static final int BLOCK_BYTES = 4 * Integer.BYTES + 4 * Long.BYTES;

    private BlockIndex() {}

    private static Path pathOf(BlockFile file) {
        String name = file.path().getFileName().toString().replace(".blocks", ".index");
        return file.path().resolveSibling(name);
    }

    /** Writes the index of a file that will no longer change. */
    static void write(BlockFile file, List<BlockRef> blocks) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + blocks.size() * BLOCK_BYTES);
        bytes.put(MAGIC).putInt(0).putInt(file.sizeBytes()).putInt(blocks.size());
        for (BlockRef block : blocks) {
            Frame frame = block.frame();
            bytes.putInt(block.offset()).putInt(frame.blockBytes()).putInt(frame.source());
            bytes.putLong(frame.from()).putLong(frame.to());
            bytes.putLong(block.earliest()).putLong(block.latest()).putInt(block.records());
        }
        bytes.putInt(MAGIC.length, checksum(bytes.array()));
        AtomicFile.replace(pathOf(file), bytes.array());
    }

    /** Reads the blocks of a file, or returns empty if there is no index that matches the file. */
    static Optional<List<BlockRef>> read(BlockFile file) throws IOException {
        try {
            return read(file, Files.readAllBytes(pathOf(file)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** Returns the length that the file had when its index was written, or empty without an index. */
    static OptionalInt fileBytes(BlockFile file) throws IOException {
        try {
            byte[] bytes = Files.readAllBytes(pathOf(file));
            return isWhole(bytes) ? OptionalInt.of(ByteBuffer.wrap(bytes).getInt(CHECKED_AT)) : OptionalInt.empty();
        } catch (NoSuchFileException _) {
            return OptionalInt.empty();
        }
    }

    private static boolean isWhole(byte[] bytes) {
        return bytes.length >= HEADER_BYTES && ByteBuffer.wrap(bytes).getInt(MAGIC.length) == checksum(bytes);
    }

    private static Optional<List<BlockRef>> read(BlockFile file, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (!isWhole(bytes) || in.getInt(CHECKED_AT) != file.sizeBytes()) return Optional.empty();
        in.position(CHECKED_AT + Integer.BYTES);
        List<BlockRef> blocks = new ArrayList<>();
        try {
            for (int left = in.getInt(); left > 0; left--) blocks.add(block(file, in));
        } catch (BufferUnderflowException _) {
            return Optional.empty();
        }
        return Optional.of(blocks);
    }

    private static BlockRef block(BlockFile file, ByteBuffer in) {
        int offset = in.getInt();
        Frame frame = new Frame(in.getInt(), in.getInt(), in.getLong(), in.getLong());
        return new BlockRef(file, offset, frame, in.getLong(), in.getLong(), in.getInt());
    }

    static void delete(BlockFile file) throws IOException {
        Files.deleteIfExists(pathOf(file));
    }

    private static int checksum(byte[] bytes) {
        var crc = new CRC32C();
        crc.update(bytes, CHECKED_AT, bytes.length - CHECKED_AT);
        return (int) crc.getValue();
    }
}
