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
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
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
    /** What of a file is in no block that is known. */
    private final FileDamages lost = new FileDamages();
    /** Blocks that are found, and of which not all can be read. */
    private final FileDamages damaged = new FileDamages();
    /** Of the blocks of a file that cannot be read, or not all of them. */
    private final Map<BlockFile, List<Frame>> torn = new HashMap<>();
    /** Files with blocks that only the index knows. */
    private final Set<BlockFile> withoutFrames = new HashSet<>();
    /** Of journals, what is in no block and in none of their files any more. */
    private final List<String> lostOfJournals = new ArrayList<>();

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
     * the rest is found: of the files that are not written any more those are read whole whose index is missing or does
     * not fit, and of the others the first and the last block. A damaged block in one of them stays for now; whoever
     * seals makes its file anew behind the start, see {@link Rebuilding#ofTorn}.
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
        files.add(file);
        lastNumber = number;
        try (var zstd = new ZstdDecompressCtx()) {
            Optional<List<BlockRef>> index = isLast ? Optional.empty() : index(file, zstd);
            if (index.isPresent()) {
                for (BlockRef block : index.get()) {
                    follow(file, block.frame(), block.offset());
                    add(block);
                }
                return;
            }
            if (isLast) scanLast(file, zstd);
            else scanFinished(file, zstd);
        }
    }

    /** As it was written, as far as can be seen without reading the file; empty where it has to be read. */
    private static Optional<List<BlockRef>> index(BlockFile file, ZstdDecompressCtx zstd) throws IOException {
        Optional<List<BlockRef>> index = BlockIndex.read(file);
        if (index.isEmpty() || index.get().isEmpty()) return index;
        List<BlockRef> blocks = index.get();
        boolean isThere = isThere(file, blocks.getFirst()) && isThere(file, blocks.getLast());
        return isThere && isWhole(file, placeOf(blocks.getLast()), zstd) ? index : Optional.empty();
    }

    private static boolean isThere(BlockFile file, BlockRef block) throws IOException {
        int at = block.offset() - Frame.BYTES;
        int end = block.offset() + block.frame().blockBytes();
        if (at < 0 || end < at || end > file.sizeBytes()) return false;
        return block.frame().equals(Frame.read(file.bytes(at, end - at), 0));
    }

    private static Place placeOf(BlockRef block) {
        return new Place(block.frame(), block.offset());
    }

    private void scanLast(BlockFile file, ZstdDecompressCtx zstd) throws IOException {
        takeOutTorn(file, zstd);
        int end = file.scan(finding(file, zstd));
        if (end == file.sizeBytes()) return;
        LOG.info("{}: {} bytes that were being written are cut off", file.path(), file.sizeBytes() - end);
        file.cutAt(end);
    }

    private void scanFinished(BlockFile file, ZstdDecompressCtx zstd) throws IOException {
        OptionalInt before = BlockIndex.fileBytes(file);
        if (before.isPresent() && before.getAsInt() > file.sizeBytes())
            lost.add(file, "it had " + before.getAsInt() + " bytes and has " + file.sizeBytes());
        int end = file.scan(finding(file, zstd), indexed(file, zstd));
        if (end < file.sizeBytes()) lost.add(file, "no block at byte " + end + ", what is behind it is not found");
        index(file);
    }

    /** The frames of whole blocks that the index has, though they cannot be read in the file any more. */
    private BlockFile.KnownFrames indexed(BlockFile file, ZstdDecompressCtx zstd) throws IOException {
        Map<Integer, Frame> frames = new HashMap<>();
        for (BlockRef block : BlockIndex.read(file).orElse(List.of()))
            frames.put(block.offset() - Frame.BYTES, block.frame());
        return at -> {
            Frame frame = frames.get(at);
            if (frame == null || !isWhole(file, new Place(frame, at + Frame.BYTES), zstd)) return null;
            if (withoutFrames.add(file))
                LOG.warn("{}: what names its blocks is damaged, its index has it", file.path());
            return frame;
        };
    }

    /** Where the blocks of a file are that is not written to any more. */
    List<Place> places(BlockFile file) throws IOException {
        List<Place> places = new ArrayList<>();
        try (var zstd = new ZstdDecompressCtx()) {
            file.scan((frame, offset) -> places.add(new Place(frame, offset)), indexed(file, zstd));
        }
        return places;
    }

    private BlockFile.Finder finding(BlockFile file, ZstdDecompressCtx zstd) {
        return new BlockFile.Finder() {
            @Override
            public void found(Frame frame, int offset) throws IOException {
                follow(file, frame, offset);
                find(file, frame, offset, zstd);
            }

            @Override
            public void missing(int from, int to) {
                lost.add(file, "no block at byte " + from + ", what is before byte " + to + " is not found");
            }
        };
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
        long goesOn = expected(source).orElse(ofSource.getFirst().frame().from());
        for (int i = 0; i < ofSource.size(); i++) {
            Place place = ofSource.get(i);
            if (!whole.contains(place) || isMissingBefore(place.frame(), goesOn)) {
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

    /** Whether a block between was lost, with its frame, or something else of a journal is missing. */
    private static boolean isMissingBefore(Frame frame, long expected) {
        return frame.from() > expected && frame.from() != Position.behindSegment(expected);
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

    /**
     * Where the next block of a journal has to begin, as far as that is known: behind the one before, or where its rows
     * begin that are not deleted.
     */
    private OptionalLong expected(int source) {
        Sealed before = sealed.get(source);
        return before == null ? journals.from(source) : OptionalLong.of(before.to);
    }

    /** How far a journal is sealed by a block; and what is in none between this one and the one before. */
    private void follow(BlockFile file, Frame frame, int offset) {
        int source = frame.source();
        OptionalLong expected = expected(source);
        if (expected.isPresent() && isMissingBefore(frame, expected.getAsLong()) && !isSaid(source, file)) {
            lost.add(
                    file,
                    "the block at byte " + offset + " of journal number " + source + " was expected to go on at "
                            + Position.text(expected.getAsLong()) + ", and begins at " + Position.text(frame.from())
                            + "; what is between is not found");
        }
        sealed.put(source, new Sealed(frame.to(), file));
    }

    /** What is no block in one of both files may be what is missing. */
    private boolean isSaid(int source, BlockFile file) {
        Sealed before = sealed.get(source);
        return lost.has(file) || (before != null && lost.has(before.file));
    }

    private void find(BlockFile file, Frame frame, int offset, ZstdDecompressCtx zstd) throws IOException {
        file.holds(frame);
        Block block;
        try {
            block = Block.read(file.bytes(offset, frame.blockBytes()), zstd);
        } catch (DamagedBlockException e) {
            lost.addBlock(file, "block at byte " + offset + " is not found: " + e.getMessage());
            torn.computeIfAbsent(file, _ -> new ArrayList<>()).add(frame);
            return;
        }
        add(new BlockRef(file, offset, frame, block.earliest(), block.latest(), block.records()));
        try {
            block.verify();
        } catch (DamagedBlockException e) {
            damaged.addBlock(file, "block at byte " + offset + ": " + e.getMessage());
            torn.computeIfAbsent(file, _ -> new ArrayList<>()).add(frame);
        }
    }

    /** An index would hide what the file lost: who opens it next is to see that, too. */
    private void index(BlockFile file) throws IOException {
        if (!lost.has(file) && !damaged.has(file)) BlockIndex.write(file, blocks.ofFile(file));
    }

    /** What was sealed of a journal between two positions is in no block and in none of its files. */
    void lostOf(String journal, long from, long to) {
        String what = journal + ": what was sealed from " + Position.text(from) + " to " + Position.text(to)
                + " is in no block any more, and the journal has let go of it";
        LOG.error("records: {}", what);
        lostOfJournals.add(what);
    }

    /** What of the files cannot be found at all, for people. */
    List<String> lost() {
        return Stream.concat(lost.all().stream(), lostOfJournals.stream()).toList();
    }

    /** What of the blocks that are found could not be read when they were taken up, for people. */
    List<String> damaged() {
        return damaged.all();
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

    /** Those that are not written to any more and have a damage that can be mended, as far as is known. */
    List<BlockFile> torn(Predicate<Frame> canBeMade) {
        return files.stream()
                .limit(Math.max(0, files.size() - 1))
                .filter(file -> withoutFrames.contains(file)
                        || torn.getOrDefault(file, List.of()).stream().anyMatch(canBeMade))
                .toList();
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
        lost.replace(old, file);
        damaged.replace(old, file);
        torn.remove(old);
        withoutFrames.remove(old);
        index(file);
    }

    private void add(BlockRef block) {
        block.file().holds(block.frame());
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

    /** Is told of a journal whose blocks up to a position are going to be deleted. */
    interface BlocksGo {
        void of(int source, long deletedTo) throws IOException;
    }

    /**
     * Deletes files from the oldest, while they hold nothing of after {@code earliest} or all take more than
     * {@code mostBytes}; for the sake of room the one that is written stays.
     *
     * @return whether one was deleted
     */
    boolean dropOld(long earliest, long mostBytes, BlocksGo told) throws IOException {
        boolean dropped = false;
        while (!files.isEmpty() && mayGo(files.getFirst(), earliest, mostBytes)) {
            BlockFile oldest = files.getFirst();
            for (var each : oldest.ends().entrySet()) told.of(each.getKey(), each.getValue());
            blocks = blocks.without(oldest);
            lost.forget(oldest);
            damaged.forget(oldest);
            torn.remove(oldest);
            withoutFrames.remove(oldest);
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
