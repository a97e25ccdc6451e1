package vesper.records.store;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.records.blocks.Block;
import vesper.records.blocks.DamagedBlockException;

/** The files of blocks in one folder. One thread appends and takes away; what is in them is known by {@link #blocks}. */
final class BlockFiles {
    private static final Logger LOG = LoggerFactory.getLogger(BlockFiles.class);
    private static final Pattern NAME = Pattern.compile("(\\d{8})\\.blocks");
    private static final int ROLL_BYTES = 64 << 20;
    /** Of a server at one time; numbers behind are for those that are not what they were. */
    private static final int MOST_JOURNALS = 100_000;

    private static final long ROLL_MILLIS = 24L * 60 * 60 * 1000;

    /** Where the journals are. */
    private final Path records;

    private final Path folder;
    private final List<BlockFile> files = new ArrayList<>();
    private final Map<Integer, Long> sealedTo = new HashMap<>();
    /** What of a file is in no block that is known, until the file goes. */
    private final Map<BlockFile, List<String>> lost = new LinkedHashMap<>();

    private BlockList blocks = BlockList.EMPTY;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);

    private BlockFiles(Path records) {
        this.records = records;
        this.folder = records.resolve("blocks");
    }

    /**
     * Finds what is there. What was being written when the process ended is cut off, and so is what had not reached the
     * disk when the power went, as long as the journals have its rows. What else is wrong is said in the log, and the
     * rest is found.
     *
     * @param records the folder with the journals, in which that of the blocks is
     */
    static BlockFiles open(Path records) throws IOException {
        BlockFiles found = new BlockFiles(records);
        Files.createDirectories(found.folder);
        List<Integer> numbers = numbers(found.folder);
        for (int i = 0; i < numbers.size(); i++) found.takeUp(numbers.get(i), i == numbers.size() - 1);
        return found;
    }

    private static List<Integer> numbers(Path folder) throws IOException {
        try (Stream<Path> names = Files.list(folder)) {
            return names.map(path -> NAME.matcher(path.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(name -> Integer.parseInt(name.group(1)))
                    .sorted()
                    .toList();
        }
    }

    private void takeUp(int number, boolean isLast) throws IOException {
        BlockFile file = BlockFile.open(folder, number);
        Optional<List<BlockRef>> index = isLast ? Optional.empty() : BlockIndex.read(file);
        if (index.isPresent()) {
            for (BlockRef block : index.get()) {
                add(block);
                sealedTo.put(block.frame().source(), block.frame().to());
            }
        } else {
            OptionalInt before = isLast ? OptionalInt.empty() : BlockIndex.fileBytes(file);
            if (before.isPresent() && before.getAsInt() > file.sizeBytes())
                lost(file, "it had " + before.getAsInt() + " bytes and has " + file.sizeBytes());
            scan(file, isLast);
            if (!isLast) index(file);
        }
        files.add(file);
    }

    private void scan(BlockFile file, boolean isLast) throws IOException {
        try (var zstd = new ZstdDecompressCtx()) {
            if (isLast) cutUnwritten(file, zstd);
            int end = file.scan(new BlockFile.Finder() {
                @Override
                public void found(Frame frame, int offset) throws IOException {
                    takeUp(file, frame, offset, zstd);
                }

                @Override
                public void missing(int from, int to) {
                    lost(file, "no block at byte " + from + ", what is before byte " + to + " is not found");
                }
            });
            if (end < file.sizeBytes() && isLast) {
                LOG.info("{}: {} bytes that were being written are cut off", file.path(), file.sizeBytes() - end);
                file.cutAt(end);
            } else if (end < file.sizeBytes()) {
                lost(file, "no block at byte " + end + ", what is behind it is not found");
            }
        }
    }

    private record Place(Frame frame, int offset) {}

    /** From the first block on that is not whole, where all that follows can be made anew. */
    private void cutUnwritten(BlockFile file, ZstdDecompressCtx zstd) throws IOException {
        List<Place> all = new ArrayList<>();
        file.scan((frame, offset) -> all.add(new Place(frame, offset)));
        int from = 0;
        while (from < all.size() && isWhole(file, all.get(from), zstd)) from++;
        if (from == all.size()) return;
        List<Place> rest = all.subList(from, all.size());
        if (!rest.stream().allMatch(place -> isInJournal(place.frame))) return;
        int end = rest.getFirst().offset - Frame.BYTES;
        LOG.warn("{}: what is behind byte {} had not reached the disk and is made anew", file.path(), end);
        file.cutAt(end);
    }

    private static boolean isWhole(BlockFile file, Place place, ZstdDecompressCtx zstd) throws IOException {
        try {
            Block.read(file.bytes(place.offset, place.frame.blockBytes()), zstd).verify();
            return true;
        } catch (DamagedBlockException _) {
            return false;
        }
    }

    private boolean isInJournal(Frame frame) {
        return SourceFolder.mayHave(records, frame.source(), frame.from());
    }

    private void takeUp(BlockFile file, Frame frame, int offset, ZstdDecompressCtx zstd) throws IOException {
        try {
            Block block = Block.read(file.bytes(offset, frame.blockBytes()), zstd);
            add(new BlockRef(file, offset, frame, block.earliest(), block.latest(), block.records()));
        } catch (DamagedBlockException e) {
            lost(file, "block at byte " + offset + " is not found: " + e.getMessage());
        }
        sealedTo.put(frame.source(), frame.to());
    }

    /** An index would hide what the file lost: who opens it next is to see that, too. */
    private void index(BlockFile file) throws IOException {
        if (!lost.containsKey(file)) BlockIndex.write(file, blocks.ofFile(file));
    }

    private void lost(BlockFile file, String what) {
        LOG.error("{}: {}", file.path(), what);
        lost.computeIfAbsent(file, _ -> new ArrayList<>()).add(file.path().getFileName() + ": " + what);
    }

    /** What of the files cannot be found at all, for people. */
    List<String> lost() {
        return lost.values().stream().flatMap(List::stream).toList();
    }

    /** Where reading of this journal goes on. */
    long sealedTo(int source, long otherwise) {
        return sealedTo.getOrDefault(source, otherwise);
    }

    /** A number that no journal has or had. */
    int unusedSource() {
        return sealedTo.keySet().stream().mapToInt(Integer::intValue).reduce(MOST_JOURNALS, Math::max) + 1;
    }

    BlockList blocks() {
        return blocks;
    }

    long sizeBytes() {
        return files.stream().mapToLong(BlockFile::sizeBytes).sum();
    }

    /**
     * Appends a block; where that fails everything is as it was.
     *
     * @return whether a file begins with it
     */
    boolean append(Frame frame, Block block, ByteBuffer bytes, long nowMillis) throws IOException {
        int before = files.size();
        BlockFile file = fileWithRoom(nowMillis);
        int length = Frame.BYTES + bytes.remaining();
        if (buffer.capacity() < length) buffer = ByteBuffer.allocateDirect(Math.max(length, 2 * buffer.capacity()));
        buffer.clear();
        frame.write(buffer);
        int offset = file.append(buffer.put(bytes).flip());
        add(new BlockRef(file, offset, frame, block.earliest(), block.latest(), block.records()));
        sealedTo.put(frame.source(), frame.to());
        return files.size() > before;
    }

    private void add(BlockRef block) {
        block.file().holds(block.earliest(), block.latest());
        blocks = blocks.plus(block);
    }

    private BlockFile fileWithRoom(long nowMillis) throws IOException {
        if (!files.isEmpty()) {
            BlockFile last = files.getLast();
            boolean isOld = last.earliest() <= nowMillis - ROLL_MILLIS;
            if (last.sizeBytes() < ROLL_BYTES && !isOld) return last;
            last.force();
            index(last);
        }
        BlockFile next =
                BlockFile.create(folder, files.isEmpty() ? 1 : files.getLast().number() + 1);
        files.add(next);
        return next;
    }

    /** Has on the disk what was appended, so that the journals may let go of it. */
    void force() throws IOException {
        if (!files.isEmpty()) files.getLast().force();
    }

    /**
     * Deletes files from the oldest, while they hold nothing of after {@code earliest} or all take more than
     * {@code mostBytes}; the one that is written stays.
     *
     * @return whether one was deleted
     */
    boolean dropOld(long earliest, long mostBytes) throws IOException {
        boolean dropped = false;
        while (files.size() > 1 && (files.getFirst().latest() < earliest || sizeBytes() > mostBytes)) {
            BlockFile oldest = files.getFirst();
            blocks = blocks.without(oldest);
            lost.remove(oldest);
            files.removeFirst();
            oldest.delete();
            BlockIndex.delete(oldest);
            dropped = true;
        }
        return dropped;
    }
}
