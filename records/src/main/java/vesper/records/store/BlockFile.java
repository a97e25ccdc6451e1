package vesper.records.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * Blocks, one behind the other. One thread appends, any thread reads what has been appended.
 * <pre>
 * file := "VBLOCKS1" (frame block)*
 * </pre>
 */
final class BlockFile {
    private static final byte[] MAGIC = "VBLOCKS1".getBytes(US_ASCII);

    private final int number;
    private final Path path;
    private int sizeBytes;
    private long earliest = Long.MAX_VALUE;
    private long latest = Long.MIN_VALUE;
    private volatile MemorySegment mapped = MemorySegment.NULL;

    private BlockFile(int number, Path path, int sizeBytes) {
        this.number = number;
        this.path = path;
        this.sizeBytes = sizeBytes;
    }

    static String fileName(int number) {
        return String.format(Locale.ROOT, "%08d.blocks", number);
    }

    static BlockFile create(Path folder, int number) throws IOException {
        Path path = folder.resolve(fileName(number));
        try (FileChannel channel = FileChannel.open(path, CREATE_NEW, WRITE)) {
            writeAll(channel, ByteBuffer.wrap(MAGIC), 0);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
        return new BlockFile(number, path, MAGIC.length);
    }

    /** Takes up a file that is there. */
    static BlockFile open(Path folder, int number) throws IOException {
        Path path = folder.resolve(fileName(number));
        return new BlockFile(number, path, Math.toIntExact(Files.size(path)));
    }

    /** Takes every block in turn. */
    interface Finder {
        void found(Frame frame, int blockOffset) throws IOException;

        /** What is between is no block. */
        default void missing(int from, int to) {}
    }

    /**
     * Finds the blocks.
     *
     * @return behind the last one; less than the file is long where something else follows
     */
    int scan(Finder finder) throws IOException {
        ByteBuffer all = bytes(0, sizeBytes);
        byte[] magic = new byte[MAGIC.length];
        if (sizeBytes < MAGIC.length) return 0;
        all.get(0, magic);
        if (!Arrays.equals(magic, MAGIC)) return 0;
        int end = MAGIC.length;
        for (int at = nextFrame(all, end); at >= 0; at = nextFrame(all, end)) {
            if (at > end) finder.missing(end, at);
            Frame frame = Objects.requireNonNull(Frame.read(all, at));
            finder.found(frame, at + Frame.BYTES);
            end = at + Frame.BYTES + frame.blockBytes();
        }
        return end;
    }

    /** Where the first whole frame begins from there on, or -1. */
    private static int nextFrame(ByteBuffer all, int from) {
        for (int at = from; at + Frame.BYTES <= all.limit(); at++) if (Frame.read(all, at) != null) return at;
        return -1;
    }

    /** Takes away what is behind. */
    void cutAt(int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(path, WRITE)) {
            if (bytes < MAGIC.length) writeAll(channel, ByteBuffer.wrap(MAGIC), 0);
            sizeBytes = Math.max(bytes, MAGIC.length);
            channel.truncate(sizeBytes);
        }
        mapped = MemorySegment.NULL;
    }

    int number() {
        return number;
    }

    Path path() {
        return path;
    }

    /** It has a block with rows of these times. */
    void holds(long first, long last) {
        earliest = Math.min(earliest, first);
        latest = Math.max(latest, last);
    }

    /** The time of the oldest row, milliseconds since 1970; far in the future where there is none. */
    long earliest() {
        return earliest;
    }

    long latest() {
        return latest;
    }

    int sizeBytes() {
        return sizeBytes;
    }

    /**
     * Appends a frame and its block.
     *
     * @return the offset of the block
     * @throws IOException where the disk is full, for example; the file is as it was then
     */
    int append(ByteBuffer frameAndBlock) throws IOException {
        int at = sizeBytes;
        int length = frameAndBlock.remaining();
        try (FileChannel channel = FileChannel.open(path, WRITE)) {
            try {
                writeAll(channel, frameAndBlock, at);
            } catch (IOException e) {
                channel.truncate(at);
                throw e;
            }
        }
        sizeBytes = at + length;
        return at + Frame.BYTES;
    }

    /** Has everything on the disk. */
    void force() throws IOException {
        try (FileChannel channel = FileChannel.open(path, WRITE)) {
            channel.force(true);
        }
    }

    void delete() throws IOException {
        Files.deleteIfExists(path);
    }

    /**
     * Bytes where they lie, which stay there while somebody has them, even when the file has been deleted. Where it is
     * made shorter they are gone: only a plain access to them is an {@link InternalError}, all else ends the process.
     */
    ByteBuffer bytes(int offset, int length) throws IOException {
        MemorySegment known = mapped;
        if (known.byteSize() < offset + length) known = map();
        if (known.byteSize() < offset + length) {
            throw new IOException(path.getFileName() + " ends at byte " + known.byteSize() + " and was longer");
        }
        return known.asSlice(offset, length).asByteBuffer();
    }

    private synchronized MemorySegment map() throws IOException {
        try (FileChannel channel = FileChannel.open(path, READ)) {
            // Of nobody in particular: it goes when no reader is left.
            MemorySegment whole = channel.map(MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
            mapped = whole;
            return whole;
        }
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes, int at) throws IOException {
        for (int position = at; bytes.hasRemaining(); ) position += channel.write(bytes, position);
    }
}
