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
import vesper.records.store.BlockFile.Place;

/**
 * Makes blocks anew, all or those of damaged files, a file after the other, while the old ones answer: a new file takes
 * the place of an old one as a whole. Used by the thread that seals, block by block between what it has to do otherwise.
 */
final class Rebuilding implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Rebuilding.class);

    private final BlockFiles files;
    private final Remaking remaking;
    private final boolean isFromJournals;
    private final Deque<BlockFile> left;
    private final Deque<Place> places = new ArrayDeque<>();
    private @Nullable BlockFile anew;

    private Rebuilding(BlockFiles files, Remaking remaking, boolean isFromJournals, List<BlockFile> all) {
        this.files = files;
        this.remaking = remaking;
        this.isFromJournals = isFromJournals;
        this.left = new ArrayDeque<>(all);
    }

    /** @param journals by the numbers that frames have */
    static Rebuilding begin(BlockFiles files, Map<Integer, Journal> journals) throws IOException {
        List<BlockFile> all = files.finished();
        return new Rebuilding(files, new Remaking(journals), false, all);
    }

    /**
     * Of the files with a damaged block whose rows a journal still has, or one that their index knows better; nothing of
     * others is gained by making them anew.
     */
    static Rebuilding ofTorn(BlockFiles files, Map<Integer, Journal> journals) {
        List<BlockFile> torn = files.torn(frame -> Remaking.isInJournal(journals, frame));
        for (BlockFile file : torn) LOG.warn("{}: what is damaged of it is made anew", file.path());
        return new Rebuilding(files, new Remaking(journals), true, torn);
    }

    /** Whether journals have what its files lack. */
    boolean isFromJournals() {
        return isFromJournals;
    }

    int filesLeft() {
        return left.size();
    }

    /**
     * Makes the next block.
     *
     * @return whether files have changed places
     */
    boolean step() throws IOException {
        BlockFile old = left.element();
        if (!files.has(old)) {
            // Retention was faster.
            giveUp();
            left.remove();
            return false;
        }
        BlockFile into = anew;
        if (into == null) {
            into = old.beginAnew();
            anew = into;
            places.addAll(files.places(old));
        }
        Place place = places.poll();
        if (place != null) {
            make(old, place, into);
            return false;
        }
        files.replace(old, into);
        anew = null;
        left.remove();
        return true;
    }

    private void make(BlockFile old, Place place, BlockFile into) throws IOException {
        ByteBuffer bytes = old.bytes(place.offset(), place.frame().blockBytes());
        ByteBuffer made = remaking.block(place.frame(), bytes.duplicate()).orElse(null);
        if (made == null) {
            LOG.error("{}: the block at byte {} is damaged and cannot be made anew", old.path(), place.offset());
            made = bytes;
        }
        Frame frame = place.frame();
        files.appendTo(into, new Frame(made.remaining(), frame.source(), frame.from(), frame.to()), made);
    }

    private void giveUp() throws IOException {
        BlockFile begun = anew;
        anew = null;
        places.clear();
        if (begun != null) begun.delete();
    }

    @Override
    public void close() throws IOException {
        try {
            giveUp();
        } finally {
            remaking.close();
        }
    }
}
