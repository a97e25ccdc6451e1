package vesper.records.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.journal.Journal;
import vesper.records.store.BlockFile.FramePlace;

/**
 * Rebuilds all blocks, or those of damaged files, one file at a time. Searches use the old file until the new one
 * replaces it as a whole. Runs on the sealing thread, block by block between its other tasks.
 */
final class BlockRebuild implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BlockRebuild.class);

    private final BlockFiles files;
    private final BlockRepair remaking;
    private final boolean isFromJournals;
    private final Deque<BlockFile> left;
    private final Deque<FramePlace> places = new ArrayDeque<>();
    private @Nullable BlockFile replacement;

    private BlockRebuild(BlockFiles files, BlockRepair remaking, boolean isFromJournals, List<BlockFile> all) {
        this.files = files;
        this.remaking = remaking;
        this.isFromJournals = isFromJournals;
        this.left = new ArrayDeque<>(all);
    }

    /**
     * Starts a rebuild of all blocks.
     *
     * @param journals by the journal numbers that frames contain
     */
    static BlockRebuild start(BlockFiles files, Map<Integer, Journal> journals) throws IOException {
        List<BlockFile> all = files.finished();
        return new BlockRebuild(files, new BlockRepair(journals), false, all);
    }

    /**
     * Rebuilds the files with a damaged block whose rows are still in a journal, and those with a block that only the
     * index knows. Rebuilding others would gain nothing.
     */
    static BlockRebuild ofTorn(BlockFiles files, Map<Integer, Journal> journals) {
        List<BlockFile> torn = files.torn(frame -> BlockRepair.isInJournal(journals, frame));
        for (BlockFile file : torn) LOG.warn("{}: what is damaged of it is made anew", file.path());
        return new BlockRebuild(files, new BlockRepair(journals), true, torn);
    }

    /** Returns whether the rebuild depends on rows that only the journals have. */
    boolean isFromJournals() {
        return isFromJournals;
    }

    int filesLeft() {
        return left.size();
    }

    /**
     * Rebuilds the next block.
     *
     * @return whether a file was replaced
     */
    boolean step() throws IOException {
        BlockFile old = left.element();
        if (!files.has(old)) {
            // Retention has deleted the file.
            abort();
            left.remove();
            return false;
        }
        BlockFile into = replacement;
        if (into == null) {
            into = old.createReplacement();
            replacement = into;
            places.addAll(files.places(old));
        }
        FramePlace place = places.poll();
        if (place != null) {
            make(old, place, into);
            return false;
        }
        files.replace(old, into);
        replacement = null;
        left.remove();
        return true;
    }

    private void make(BlockFile old, FramePlace place, BlockFile into) throws IOException {
        ByteBuffer bytes = old.bytes(place.offset(), place.frame().blockBytes());
        ByteBuffer made = remaking.block(place.frame(), bytes.duplicate()).orElse(null);
        if (made == null) {
            LOG.error("{}: the block at byte {} is damaged and cannot be made anew", old.path(), place.offset());
            made = bytes;
        }
        Frame frame = place.frame();
        files.appendTo(into, new Frame(made.remaining(), frame.source(), frame.from(), frame.to()), made);
    }

    private void abort() throws IOException {
        BlockFile begun = replacement;
        replacement = null;
        places.clear();
        if (begun != null) begun.delete();
    }

    @Override
    public void close() throws IOException {
        try {
            abort();
        } finally {
            remaking.close();
        }
    }
}
