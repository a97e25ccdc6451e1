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
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.journal.files.DurableFolder;
import vesper.journal.files.WholeFile;

/**
 * Blocks, one behind the other. One thread appends, any thread reads what has been appended.
 * <pre>
 * file := "VBLOCKS1" (frame block)*
 * </pre>
 */
final class BlockFile {
    private static final byte[] MAGIC = "VBLOCKS1".getBytes(US_ASCII);

    private static final String ANEW = ".anew";

    private final int number;
    private final Path path;
    private int sizeBytes;
    private long begunAt = Long.MAX_VALUE;
    private long latest = Long.MIN_VALUE;
    /** By journal, up to where its blocks in this file reach. */
    private final Map<Integer, Long> ends = new HashMap<>();

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
        BlockFile begun = begin(folder.resolve(fileName(number)), number);
        // Journals let go of what is in it, so it must be found again.
        DurableFolder.force(folder);
        return begun;
    }

    private static BlockFile begin(Path path, int number) throws IOException {
        try (FileChannel channel = FileChannel.open(path, CREATE_NEW, WRITE)) {
            writeAll(channel, ByteBuffer.wrap(MAGIC), 0);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
        return new BlockFile(number, path, MAGIC.length);
    }

    /** Begins one that is to take the place of this one, in which nothing is changed any more. */
    BlockFile beginAnew() throws IOException {
        // Whoever reads the blocks that are there goes on in this memory, wherever the name leads.
        map();
        Path path = path().resolveSibling(fileName(number) + ANEW);
        Files.deleteIfExists(path);
        return begin(path, number);
    }

    /** Has a file take the place of the one of its number; it is on the disk, and the old one is then gone. */
    BlockFile takePlace(Path folder) throws IOException {
        force();
        Path place = folder.resolve(fileName(number));
        Files.move(path, place, StandardCopyOption.ATOMIC_MOVE);
        DurableFolder.force(folder);
        return open(folder, number);
    }

    /** Whether that is a file that was to take another one's place when the process ended. */
    static boolean isBegunAnew(Path path) {
        return path.toString().endsWith(ANEW);
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

    /** Knows of frames that cannot be read where they stood. */
    @FunctionalInterface
    interface KnownFrames {
        /** @return null where none stood */
        @Nullable
        Frame at(int frameOffset) throws IOException;
    }

    /** Finds the blocks whose frames are whole. */
    int scan(Finder finder) throws IOException {
        return scan(finder, _ -> null);
    }

    /**
     * Finds the blocks, also those of a file whose beginning is damaged.
     *
     * @param known is asked where no frame can be read
     * @return behind the last one; less than the file is long where something else follows
     */
    int scan(Finder finder, KnownFrames known) throws IOException {
        ByteBuffer all = bytes(0, sizeBytes);
        int end = MAGIC.length;
        int at = end;
        while (at + Frame.BYTES <= sizeBytes) {
            Frame frame = Frame.read(all, at);
            if (frame == null) frame = known.at(at);
            if (frame == null) {
                at++;
                continue;
            }
            if (at > end) finder.missing(end, at);
            finder.found(frame, at + Frame.BYTES);
            end = at + Frame.BYTES + frame.blockBytes();
            at = end;
        }
        return end > MAGIC.length || beginsAsItShould(all) ? end : 0;
    }

    private static boolean beginsAsItShould(ByteBuffer all) {
        byte[] magic = new byte[MAGIC.length];
        if (all.limit() < magic.length) return false;
        all.get(0, magic);
        return Arrays.equals(magic, MAGIC);
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

    /** A block by its frame, and where it begins in its file. */
    record Place(Frame frame, int offset) {}

    /** Takes away all blocks but these, in one step. */
    void keepOnly(List<Place> kept) throws IOException {
        List<ByteBuffer> pieces = new ArrayList<>();
        pieces.add(ByteBuffer.wrap(MAGIC));
        for (Place place : kept) pieces.add(bytes(place.offset - Frame.BYTES, Frame.BYTES + place.frame.blockBytes()));
        int bytes = pieces.stream().mapToInt(ByteBuffer::remaining).sum();
        WholeFile.replace(path, pieces);
        sizeBytes = bytes;
        mapped = MemorySegment.NULL;
    }

    int number() {
        return number;
    }

    Path path() {
        return path;
    }

    /** It has a block whose newest row is of that time. */
    void holdsUpTo(long last) {
        begunAt = Math.min(begunAt, last);
        latest = Math.max(latest, last);
    }

    /** It has a block with that frame. */
    void holds(Frame frame) {
        ends.merge(frame.source(), frame.to(), Math::max);
    }

    /** For each journal that its blocks are from, where the last of them ends. */
    Map<Integer, Long> ends() {
        return ends;
    }

    boolean hasBlocks() {
        return begunAt <= latest;
    }

    /**
     * The least time of the newest row of a block, milliseconds since 1970; far in the future where there is none. That
     * of the oldest row says nothing: a transaction may have begun long before.
     */
    long begunAt() {
        return begunAt;
    }

    /** The time of the newest row. */
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

    /** Who reads it goes on reading. */
    void delete() throws IOException {
        if (sizeBytes > 0) bytes(0, sizeBytes);
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
