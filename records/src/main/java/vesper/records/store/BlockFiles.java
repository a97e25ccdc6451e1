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
import vesper.records.store.BlockFile.FramePlace;

/** The block files in a folder. One thread appends and deletes; {@link #blocks} lists their contents. */
final class BlockFiles {
    private static final Logger LOG = LoggerFactory.getLogger(BlockFiles.class);
    private static final Pattern NAME = Pattern.compile("(\\d{8})\\.blocks");
    private static final int ROLL_BYTES = 64 << 20;
    /** The position up to which a journal is sealed, and the file with its last block. */
    private record SealedPosition(long to, BlockFile file) {}

    private final Path folder;
    private final SourceFolders journals;
    private final List<BlockFile> files = new ArrayList<>();
    private final Map<Integer, SealedPosition> sealed = new HashMap<>();
    /** Parts of files that belong to no known block. */
    private final FileDamages lost = new FileDamages();
    /** Blocks that are known but not fully readable. */
    private final FileDamages damaged = new FileDamages();
    /** Frames of unreadable or partly unreadable blocks, by file. */
    private final Map<BlockFile, List<Frame>> torn = new HashMap<>();
    /** Files in which the frame of a block is only known from the index. */
    private final Set<BlockFile> withoutFrames = new HashSet<>();
    /** Ranges of journals that are neither in a block nor in the journal's files. */
    private final List<String> lostOfJournals = new ArrayList<>();

    private BlockList blocks = BlockList.EMPTY;
    /**
     * Number of the newest file, even if it was deleted: its number must not be reused while readers may still use it.
     */
    private int lastNumber;

    private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);

    private BlockFiles(Path folder, SourceFolders journals) {
        this.folder = folder;
        this.journals = journals;
    }

    /**
     * Opens the files in a folder. A partial write at the end, from a crash of the process, is cut off. Blocks that did
     * not fully reach the disk before a power failure are removed, provided that the journals still have their rows.
     * All other damage is logged, and the remaining blocks are used.
     *
     * <p>A file that is no longer written is read completely only if its index is missing or does not match; otherwise
     * only its first and last block are checked. Files with damaged blocks are kept for now. The sealer rebuilds them
     * after the start, see {@link BlockRebuild#ofTorn}.
     *
     * @param folder created if it does not exist
     */
    static BlockFiles open(Path folder, SourceFolders journals) throws IOException {
        BlockFiles found = new BlockFiles(folder, journals);
        DurableFolder.create(found.folder);
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

    /** Returns the blocks of an index if the file appears to match it, or empty if the file must be read. */
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

    private static FramePlace placeOf(BlockRef block) {
        return new FramePlace(block.frame(), block.offset());
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

    /** Returns the frames of intact blocks that only the index still knows, because the file's own copy is damaged. */
    private BlockFile.KnownFrames indexed(BlockFile file, ZstdDecompressCtx zstd) throws IOException {
        Map<Integer, Frame> frames = new HashMap<>();
        for (BlockRef block : BlockIndex.read(file).orElse(List.of()))
            frames.put(block.offset() - Frame.BYTES, block.frame());
        return at -> {
            Frame frame = frames.get(at);
            if (frame == null || !isWhole(file, new FramePlace(frame, at + Frame.BYTES), zstd)) return null;
            if (withoutFrames.add(file))
                LOG.warn("{}: what names its blocks is damaged, its index has it", file.path());
            return frame;
        };
    }

    /** Returns the places of all blocks in a file that is no longer written. */
    List<FramePlace> places(BlockFile file) throws IOException {
        List<FramePlace> places = new ArrayList<>();
        try (var zstd = new ZstdDecompressCtx()) {
            file.scan((frame, offset) -> places.add(new FramePlace(frame, offset)), indexed(file, zstd));
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

    /**
     * Removes incomplete blocks whose rows are still in the journals, along with all later blocks of the same journal.
     */
    private void takeOutTorn(BlockFile file, ZstdDecompressCtx zstd) throws IOException {
        Map<Integer, List<FramePlace>> bySource = new LinkedHashMap<>();
        List<FramePlace> kept = new ArrayList<>();
        file.scan((frame, offset) -> {
            FramePlace place = new FramePlace(frame, offset);
            kept.add(place);
            bySource.computeIfAbsent(frame.source(), _ -> new ArrayList<>()).add(place);
        });
        Set<FramePlace> torn = new HashSet<>();
        for (List<FramePlace> ofSource : bySource.values()) torn.addAll(torn(file, ofSource, zstd));
        if (torn.isEmpty()) return;
        LOG.warn("{}: {} blocks had not reached the disk whole and are made anew", file.path(), torn.size());
        kept.removeAll(torn);
        file.keepOnly(kept);
    }

    /** Returns the blocks to rebuild: the first one that must and can be rebuilt, and all later ones. */
    private List<FramePlace> torn(BlockFile file, List<FramePlace> ofSource, ZstdDecompressCtx zstd)
            throws IOException {
        Set<FramePlace> whole = new HashSet<>();
        for (FramePlace place : ofSource) if (isWhole(file, place, zstd)) whole.add(place);
        int source = ofSource.getFirst().frame().source();
        long goesOn = expected(source).orElse(ofSource.getFirst().frame().from());
        for (int i = 0; i < ofSource.size(); i++) {
            FramePlace place = ofSource.get(i);
            if (!whole.contains(place) || isMissingBefore(place.frame(), goesOn)) {
                List<FramePlace> rest = ofSource.subList(i, ofSource.size());
                if (canMakeAnew(source, goesOn, rest, whole)) return rest;
            }
            goesOn = place.frame().to();
        }
        return List.of();
    }

    private boolean canMakeAnew(int source, long from, List<FramePlace> blocks, Set<FramePlace> whole) {
        List<Frame> toBeKept =
                blocks.stream().filter(whole::contains).map(FramePlace::frame).toList();
        return journals.canMakeAnew(source, from, toBeKept);
    }

    /** Checks whether rows between two blocks are missing, for example because the frame of a block was lost. */
    private static boolean isMissingBefore(Frame frame, long expected) {
        return frame.from() > expected && frame.from() != Position.startOfNextSegment(expected);
    }

    private static boolean isWhole(BlockFile file, FramePlace place, ZstdDecompressCtx zstd) throws IOException {
        try {
            Block.read(file.bytes(place.offset(), place.frame().blockBytes()), zstd)
                    .verify();
            return true;
        } catch (DamagedBlockException _) {
            return false;
        }
    }

    /**
     * Returns the position at which the next block of a journal must start, if known: at the end of the previous block,
     * or at the start of the journal's rows that have not been deleted.
     */
    private OptionalLong expected(int source) {
        SealedPosition before = sealed.get(source);
        return before == null ? journals.from(source) : OptionalLong.of(before.to);
    }

    /** Notes how far a block seals its journal, and reports a gap between it and the previous block. */
    private void follow(BlockFile file, Frame frame, int offset) {
        int source = frame.source();
        OptionalLong expected = expected(source);
        if (expected.isPresent() && isMissingBefore(frame, expected.getAsLong()) && !isSaid(source, file)) {
            lost.add(
                    file,
                    "the block at byte " + offset + " of journal number " + source + " was expected to go on at "
                            + Position.format(expected.getAsLong()) + ", and begins at " + Position.format(frame.from())
                            + "; what is between is not found");
        }
        sealed.put(source, new SealedPosition(frame.to(), file));
    }

    /** Damage in one of the two files that was already reported may explain the gap. */
    private boolean isSaid(int source, BlockFile file) {
        SealedPosition before = sealed.get(source);
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

    /** Writes an index unless the file is damaged. An index would hide the damage from the next start. */
    private void index(BlockFile file) throws IOException {
        if (!lost.has(file) && !damaged.has(file)) BlockIndex.write(file, blocks.ofFile(file));
    }

    /**
     * Reports that rows between two positions of a journal were sealed but are now neither in a block nor in the
     * journal.
     */
    void lostOf(String journal, long from, long to) {
        String what = journal + ": what was sealed from " + Position.format(from) + " to " + Position.format(to)
                + " is in no block any more, and the journal has let go of it";
        LOG.error("records: {}", what);
        lostOfJournals.add(what);
    }

    /** Returns descriptions of the parts of files that are lost. */
    List<String> lost() {
        return Stream.concat(lost.all().stream(), lostOfJournals.stream()).toList();
    }

    /** Returns descriptions of known blocks that were not fully readable when their file was opened. */
    List<String> damaged() {
        return damaged.all();
    }

    /** Returns the position at which sealing of this journal continues. */
    long sealedTo(SourceName journal) {
        SealedPosition known = sealed.get(journal.number());
        return known == null ? journal.from() : Math.max(known.to, journal.from());
    }

    /** Returns the numbers of all journals with blocks. */
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
     * Appends a block. If that fails, nothing has changed.
     *
     * @param begunSince a file that was started before this time, in milliseconds since 1970, is followed by a new one
     * @return whether a new file was started
     */
    boolean append(Frame frame, Block block, ByteBuffer bytes, long begunSince) throws IOException {
        int before = lastNumber;
        BlockFile file = fileWithRoom(begunSince);
        int offset = appendTo(file, frame, bytes);
        add(new BlockRef(file, offset, frame, block.earliest(), block.latest(), block.records()));
        sealed.put(frame.source(), new SealedPosition(frame.to(), file));
        return lastNumber > before;
    }

    /**
     * Appends a frame and its block to a file.
     *
     * @return the offset of the block
     */
    int appendTo(BlockFile file, Frame frame, ByteBuffer bytes) throws IOException {
        int length = Frame.BYTES + bytes.remaining();
        if (buffer.capacity() < length) buffer = ByteBuffer.allocateDirect(Math.max(length, 2 * buffer.capacity()));
        buffer.clear();
        frame.write(buffer);
        return file.append(buffer.put(bytes).flip());
    }

    /** Returns all files that are no longer written. The current last file becomes one of them. */
    List<BlockFile> finished() throws IOException {
        if (!files.isEmpty() && !blocks.ofFile(files.getLast()).isEmpty()) createNext();
        return files.isEmpty() ? List.of() : List.copyOf(files.subList(0, files.size() - 1));
    }

    /** Returns files that are no longer written and have known damage that can be repaired. */
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
     * Replaces a file by another one with the same rows, atomically even in a crash. Readers of the old blocks can
     * continue.
     *
     * @param anew a file with the blocks of the old one
     */
    void replace(BlockFile old, BlockFile anew) throws IOException {
        // An index must never exist next to a file that it does not match.
        BlockIndex.delete(old);
        BlockFile file = anew.takePlace(folder);
        blocks = blocks.without(old);
        try (var zstd = new ZstdDecompressCtx()) {
            file.scan((frame, offset) -> find(file, frame, offset, zstd));
        }
        sealed.replaceAll((_, last) -> last.file.equals(old) ? new SealedPosition(last.to, file) : last);
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
            if (last.sizeBytes() < ROLL_BYTES && last.startedAt() > begunSince) return last;
        }
        return createNext();
    }

    private BlockFile createNext() throws IOException {
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

    /** Forces appended blocks to the disk, after which the journals may drop their rows. */
    void force() throws IOException {
        if (!files.isEmpty()) files.getLast().force();
    }

    /** Called before the blocks of a journal up to a position are deleted. */
    interface DropListener {
        void of(int source, long deletedTo) throws IOException;
    }

    /**
     * Deletes the oldest files while their newest row is from before {@code earliest} or all files together exceed
     * {@code mostBytes}. The last file is deleted by age, but not to save space.
     *
     * @return whether a file was deleted
     */
    boolean dropOld(long earliest, long mostBytes, DropListener told) throws IOException {
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
