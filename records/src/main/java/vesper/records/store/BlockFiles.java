package vesper.records.store;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.journal.Position;
import vesper.journal.files.DurableFolder;
import vesper.records.blocks.Block;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.store.BlockFile.Place;

/** The files of blocks in one folder. One thread appends and takes away; what is in them is known by {@link #blocks}. */
final class BlockFiles {
    private static final Logger LOG = LoggerFactory.getLogger(BlockFiles.class);
    private static final Pattern NAME = Pattern.compile("(\\d{8})\\.blocks");
    private static final int ROLL_BYTES = 64 << 20;
    /** Up to where a journal is sealed, and the last file with blocks of it. */
    private record Sealed(long to, BlockFile file) {}

    private final Path folder;
    private final SourceFolders journals;
    private final List<BlockFile> files = new ArrayList<>();
    private final Map<Integer, Sealed> sealed = new HashMap<>();
    /** What of a file is in no block that is known, until the file goes. */
    private final Map<BlockFile, List<String>> lost = new LinkedHashMap<>();

    private BlockList blocks = BlockList.EMPTY;
    /** Of a file, also of one that was deleted: whoever still reads that one must not be given another. */
    private int lastNumber;

    private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);

    private BlockFiles(Path folder, SourceFolders journals) {
        this.folder = folder;
        this.journals = journals;
    }

    /**
     * Finds what is there. What was being written when the process ended is cut off, and what had not reached the disk
     * when the power went is taken out, as long as the journals have its rows. What else is wrong is said in the log, and
     * the rest is found.
     *
     * @param folder which is made where it is missing
     */
    static BlockFiles open(Path folder, SourceFolders journals) throws IOException {
        BlockFiles found = new BlockFiles(folder, journals);
        DurableFolder.make(found.folder);
        found.deleteBegunAnew();
        List<Integer> numbers = numbers(found.folder);
        for (int i = 0; i < numbers.size(); i++) found.takeUp(numbers.get(i), i == numbers.size() - 1);
        return found;
    }

    private void deleteBegunAnew() throws IOException {
        try (Stream<Path> names = Files.list(folder)) {
            for (Path begun : names.filter(BlockFile::isBegunAnew).toList()) Files.delete(begun);
        }
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
                sealed.put(block.frame().source(), new Sealed(block.frame().to(), file));
            }
        } else {
            OptionalInt before = isLast ? OptionalInt.empty() : BlockIndex.fileBytes(file);
            if (before.isPresent() && before.getAsInt() > file.sizeBytes())
                lost(file, "it had " + before.getAsInt() + " bytes and has " + file.sizeBytes());
            scan(file, isLast);
            if (!isLast) index(file);
        }
        files.add(file);
        lastNumber = number;
    }

    private void scan(BlockFile file, boolean isLast) throws IOException {
        try (var zstd = new ZstdDecompressCtx()) {
            if (isLast) takeOutTorn(file, zstd);
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

    /** What is not whole, where the journals have the rows, and all that was made of the same journal since. */
    private void takeOutTorn(BlockFile file, ZstdDecompressCtx zstd) throws IOException {
        Map<Integer, List<Place>> bySource = new LinkedHashMap<>();
        List<Place> kept = new ArrayList<>();
        file.scan((frame, offset) -> {
            Place place = new Place(frame, offset);
            kept.add(place);
            bySource.computeIfAbsent(frame.source(), _ -> new ArrayList<>()).add(place);
        });
        Set<Place> torn = new HashSet<>();
        for (List<Place> ofSource : bySource.values()) torn.addAll(torn(file, ofSource, zstd));
        if (torn.isEmpty()) return;
        LOG.warn("{}: {} blocks had not reached the disk whole and are made anew", file.path(), torn.size());
        kept.removeAll(torn);
        file.keepOnly(kept);
    }

    /** From the first block on that has to be made anew and can be. */
    private List<Place> torn(BlockFile file, List<Place> ofSource, ZstdDecompressCtx zstd) throws IOException {
        Set<Place> whole = new HashSet<>();
        for (Place place : ofSource) if (isWhole(file, place, zstd)) whole.add(place);
        int source = ofSource.getFirst().frame().source();
        Sealed before = sealed.get(source);
        long goesOn = before == null ? ofSource.getFirst().frame().from() : before.to;
        for (int i = 0; i < ofSource.size(); i++) {
            Place place = ofSource.get(i);
            if (!whole.contains(place) || !goesOnAt(goesOn, place.frame())) {
                List<Place> rest = ofSource.subList(i, ofSource.size());
                if (canMakeAnew(source, goesOn, rest, whole)) return rest;
            }
            goesOn = place.frame().to();
        }
        return List.of();
    }

    private boolean canMakeAnew(int source, long from, List<Place> blocks, Set<Place> whole) {
        List<Frame> toBeKept =
                blocks.stream().filter(whole::contains).map(Place::frame).toList();
        return journals.canMakeAnew(source, from, toBeKept);
    }

    /** Otherwise a block between was lost, with its frame. */
    private static boolean goesOnAt(long position, Frame frame) {
        return frame.from() == position || frame.from() == Position.behindSegment(position);
    }

    private static boolean isWhole(BlockFile file, Place place, ZstdDecompressCtx zstd) throws IOException {
        try {
            Block.read(file.bytes(place.offset(), place.frame().blockBytes()), zstd)
                    .verify();
            return true;
        } catch (DamagedBlockException _) {
            return false;
        }
    }

    private void takeUp(BlockFile file, Frame frame, int offset, ZstdDecompressCtx zstd) throws IOException {
        find(file, frame, offset, zstd);
        sealed.put(frame.source(), new Sealed(frame.to(), file));
    }

    private void find(BlockFile file, Frame frame, int offset, ZstdDecompressCtx zstd) throws IOException {
        try {
            Block block = Block.read(file.bytes(offset, frame.blockBytes()), zstd);
            add(new BlockRef(file, offset, frame, block.earliest(), block.latest(), block.records()));
        } catch (DamagedBlockException e) {
            lost(file, "block at byte " + offset + " is not found: " + e.getMessage());
        }
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
    long sealedTo(SourceName journal) {
        Sealed known = sealed.get(journal.number());
        return known == null ? journal.from() : Math.max(known.to, journal.from());
    }

    /** The numbers of the journals that blocks are from. */
    IntStream sources() {
        return sealed.keySet().stream().mapToInt(Integer::intValue);
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
     * @param begunSince a file that was begun before is followed by another one, milliseconds since 1970
     * @return whether a file begins with it
     */
    boolean append(Frame frame, Block block, ByteBuffer bytes, long begunSince) throws IOException {
        int before = lastNumber;
        BlockFile file = fileWithRoom(begunSince);
        int offset = appendTo(file, frame, bytes);
        add(new BlockRef(file, offset, frame, block.earliest(), block.latest(), block.records()));
        sealed.put(frame.source(), new Sealed(frame.to(), file));
        return lastNumber > before;
    }

    /** @return the offset of the block */
    int appendTo(BlockFile file, Frame frame, ByteBuffer bytes) throws IOException {
        int length = Frame.BYTES + bytes.remaining();
        if (buffer.capacity() < length) buffer = ByteBuffer.allocateDirect(Math.max(length, 2 * buffer.capacity()));
        buffer.clear();
        frame.write(buffer);
        return file.append(buffer.put(bytes).flip());
    }

    /** Those that are not written to any more; the last one is from now on one of them. */
    List<BlockFile> finished() throws IOException {
        if (!files.isEmpty() && !blocks.ofFile(files.getLast()).isEmpty()) beginNext();
        return files.isEmpty() ? List.of() : List.copyOf(files.subList(0, files.size() - 1));
    }

    boolean has(BlockFile file) {
        return files.contains(file);
    }

    /**
     * Has other blocks with the same rows take the place of those of a file, at once and whatever happens. Whoever
     * reads the old ones goes on.
     *
     * @param anew a file with all of them
     */
    void replace(BlockFile old, BlockFile anew) throws IOException {
        // An index that does not fit its file must never be found with it.
        BlockIndex.delete(old);
        BlockFile file = anew.takePlace(folder);
        blocks = blocks.without(old);
        try (var zstd = new ZstdDecompressCtx()) {
            file.scan((frame, offset) -> find(file, frame, offset, zstd));
        }
        sealed.replaceAll((_, last) -> last.file.equals(old) ? new Sealed(last.to, file) : last);
        files.set(files.indexOf(old), file);
        lost.remove(old);
        index(file);
    }

    private void add(BlockRef block) {
        block.file().holdsUpTo(block.latest());
        blocks = blocks.plus(block);
    }

    private BlockFile fileWithRoom(long begunSince) throws IOException {
        if (!files.isEmpty()) {
            BlockFile last = files.getLast();
            if (last.sizeBytes() < ROLL_BYTES && last.begunAt() > begunSince) return last;
        }
        return beginNext();
    }

    private BlockFile beginNext() throws IOException {
        if (!files.isEmpty()) {
            BlockFile last = files.getLast();
            last.force();
            index(last);
        }
        BlockFile next = BlockFile.create(folder, lastNumber + 1);
        lastNumber++;
        files.add(next);
        return next;
    }

    /** Has on the disk what was appended, so that the journals may let go of it. */
    void force() throws IOException {
        if (!files.isEmpty()) files.getLast().force();
    }

    /** Is told of a journal of which there will be no block, and up to where it was sealed. */
    interface LastBlockGoes {
        void of(int source, long sealedTo) throws IOException;
    }

    /**
     * Deletes files from the oldest, while they hold nothing of after {@code earliest} or all take more than
     * {@code mostBytes}; for the sake of room the one that is written stays.
     *
     * @return whether one was deleted
     */
    boolean dropOld(long earliest, long mostBytes, LastBlockGoes told) throws IOException {
        boolean dropped = false;
        while (!files.isEmpty() && mayGo(files.getFirst(), earliest, mostBytes)) {
            BlockFile oldest = files.getFirst();
            for (var each : sealed.entrySet())
                if (each.getValue().file.equals(oldest)) told.of(each.getKey(), each.getValue().to);
            blocks = blocks.without(oldest);
            lost.remove(oldest);
            files.removeFirst();
            oldest.delete();
            BlockIndex.delete(oldest);
            dropped = true;
        }
        return dropped;
    }

    private boolean mayGo(BlockFile oldest, long earliest, long mostBytes) {
        if (files.size() == 1) return oldest.hasBlocks() && oldest.latest() < earliest;
        return oldest.latest() < earliest || sizeBytes() > mostBytes;
    }
}
