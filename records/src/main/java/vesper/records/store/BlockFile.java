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
import vesper.journal.files.AtomicFile;
import vesper.journal.files.DurableFolder;

/**
 * A file of consecutive blocks. One thread appends; any thread may read what has been appended.
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
    private long startedAt = Long.MAX_VALUE;
    private long latest = Long.MIN_VALUE;
    /** End position of each journal's blocks in this file. */
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
        BlockFile begun = startNew(folder.resolve(fileName(number)), number);
        // Journals drop the rows that are in this file, so its name must survive a crash.
        DurableFolder.sync(folder);
        return begun;
    }

    private static BlockFile startNew(Path path, int number) throws IOException {
        try (FileChannel channel = FileChannel.open(path, CREATE_NEW, WRITE)) {
            writeAll(channel, ByteBuffer.wrap(MAGIC), 0);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
        return new BlockFile(number, path, MAGIC.length);
    }

    /** Creates the replacement of this file. This file must no longer change. */
    BlockFile createReplacement() throws IOException {
        // Maps the file now, so that readers of its blocks continue in this memory after the name has been moved.
        map();
        Path path = path().resolveSibling(fileName(number) + ANEW);
        Files.deleteIfExists(path);
        return startNew(path, number);
    }

    /**
     * Forces this file to the disk and moves it over the file with the same number. On return the change is durable.
     */
    BlockFile takePlace(Path folder) throws IOException {
        force();
        Path place = folder.resolve(fileName(number));
        Files.move(path, place, StandardCopyOption.ATOMIC_MOVE);
        DurableFolder.sync(folder);
        return open(folder, number);
    }

    /** Checks whether a path is an unfinished replacement, left behind when the process ended. */
    static boolean isBegunAnew(Path path) {
        return path.toString().endsWith(ANEW);
    }

    /** Opens an existing file. */
    static BlockFile open(Path folder, int number) throws IOException {
        Path path = folder.resolve(fileName(number));
        return new BlockFile(number, path, Math.toIntExact(Files.size(path)));
    }

    /** Receives each block in order. */
    interface Finder {
        void found(Frame frame, int blockOffset) throws IOException;

        /** Reports a gap between two blocks. */
        default void missing(int from, int to) {}
    }

    /** Supplies frames that can no longer be read from the file. */
    @FunctionalInterface
    interface KnownFrames {
        /**
         * Returns the frame at an offset of the file.
         *
         * @return null if there was no frame at this offset
         */
        @Nullable
        Frame at(int frameOffset) throws IOException;
    }

    /** Finds the blocks whose frames are intact. */
    int scan(Finder finder) throws IOException {
        return scan(finder, _ -> null);
    }

    /**
     * Finds all blocks, even if the beginning of the file is damaged.
     *
     * @param known consulted at offsets without a readable frame
     * @return the end of the last block, less than the length of the file if other bytes follow
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
        return end > MAGIC.length || hasHeader(all) ? end : 0;
    }

    private static boolean hasHeader(ByteBuffer all) {
        byte[] magic = new byte[MAGIC.length];
        if (all.limit() < magic.length) return false;
        all.get(0, magic);
        return Arrays.equals(magic, MAGIC);
    }

    /** Truncates the file. */
    void cutAt(int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(path, WRITE)) {
            if (bytes < MAGIC.length) writeAll(channel, ByteBuffer.wrap(MAGIC), 0);
            sizeBytes = Math.max(bytes, MAGIC.length);
            channel.truncate(sizeBytes);
        }
        mapped = MemorySegment.NULL;
    }

    /** A block's frame and the block's offset in its file. */
    record FramePlace(Frame frame, int offset) {}

    /** Removes all other blocks from the file in one atomic step. */
    void keepOnly(List<FramePlace> kept) throws IOException {
        List<ByteBuffer> pieces = new ArrayList<>();
        pieces.add(ByteBuffer.wrap(MAGIC));
        for (FramePlace place : kept)
            pieces.add(bytes(place.offset - Frame.BYTES, Frame.BYTES + place.frame.blockBytes()));
        int bytes = pieces.stream().mapToInt(ByteBuffer::remaining).sum();
        AtomicFile.replace(path, pieces);
        sizeBytes = bytes;
        mapped = MemorySegment.NULL;
    }

    int number() {
        return number;
    }

    Path path() {
        return path;
    }

    /** Notes that the file contains a block whose newest row has this time. */
    void holdsUpTo(long last) {
        startedAt = Math.min(startedAt, last);
        latest = Math.max(latest, last);
    }

    /** Notes that the file contains a block with this frame. */
    void holds(Frame frame) {
        ends.merge(frame.source(), frame.to(), Math::max);
    }

    /** Returns the position at which the last block of each journal ends. */
    Map<Integer, Long> ends() {
        return ends;
    }

    boolean hasBlocks() {
        return startedAt <= latest;
    }

    /**
     * Returns the earliest of the blocks' latest row times, in milliseconds since 1970, or {@link Long#MAX_VALUE}
     * without blocks. The times of the oldest rows are no measure, since a transaction may have started long before it
     * is recorded.
     */
    long startedAt() {
        return startedAt;
    }

    /** Returns the time of the newest row. */
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
     * @throws IOException for example if the disk is full; the file is then unchanged
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

    /** Forces all content to the disk. */
    void force() throws IOException {
        try (FileChannel channel = FileChannel.open(path, WRITE)) {
            channel.force(true);
        }
    }

    /** Deletes the file. Current readers can continue to read. */
    void delete() throws IOException {
        if (sizeBytes > 0) bytes(0, sizeBytes);
        Files.deleteIfExists(path);
    }

    /**
     * Returns a view of the mapped file. The memory stays valid as long as it is referenced, even after the file has
     * been deleted. If the file is truncated, however, a plain access causes an {@link InternalError}, and any other
     * access ends the process.
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
            // An automatic arena unmaps the file once the last reader has released it.
            MemorySegment whole = channel.map(MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
            mapped = whole;
            return whole;
        }
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes, int at) throws IOException {
        for (int position = at; bytes.hasRemaining(); ) position += channel.write(bytes, position);
    }
}
