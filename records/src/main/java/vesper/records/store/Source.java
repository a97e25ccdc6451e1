package vesper.records.store;

import java.io.Closeable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.records.blocks.BlockWriter;
import vesper.records.rows.Columns;

/** One journal, and the block that is being made of it. Used by the thread that seals, but for the counts. */
final class Source implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Source.class);
    private static final int FULL_BYTES = 256 << 10;
    private static final int FULL_ROWS = 4096;
    private static final int ZSTD_LEVEL = 1;

    private final int number;
    private final Journal journal;
    private final BlockWriter writer = new BlockWriter(Columns.ALL, ZSTD_LEVEL);
    private final RowTaker rows = RowTaker.sealing(writer);
    private JournalReader reader;
    /** Where the rows of the block begin. */
    private long from;
    /** Made already, and not yet in a file. */
    private @Nullable ByteBuffer made;

    private volatile long takenSequence;

    private Source(int number, Journal journal, long from) {
        this.number = number;
        this.journal = journal;
        this.from = from;
        this.reader = journal.read(from);
    }

    /**
     * @param number what its rows are said to be from
     * @param from the position where the rows begin that are in no block
     */
    static Source of(int number, Journal journal, long from) throws DamagedSegmentException {
        long takenSequence;
        try (JournalReader ahead = journal.read(from)) {
            takenSequence = ahead.next() ? ahead.sequence() - 1 : journal.nextSequence() - 1;
        }
        Source source = new Source(number, journal, from);
        source.takenSequence = takenSequence;
        return source;
    }

    Journal journal() {
        return journal;
    }

    /** How many rows were appended and not yet taken up. */
    long pending() {
        return Math.max(0, journal.nextSequence() - 1 - takenSequence);
    }

    /** The sequence up to which rows have been taken up. */
    long takenSequence() {
        return takenSequence;
    }

    /** Takes up rows until the block is full or there is none. */
    void take() throws DamagedSegmentException {
        boolean any = false;
        while (!isFull() && reader.next()) {
            take(reader);
            any = true;
        }
        if (any) takenSequence = reader.sequence();
    }

    /** Goes on behind the segment in which something cannot be read. */
    void passOver(DamagedSegmentException why) {
        LOG.error("records: what is behind this in its file is not found: {}", why.getMessage());
        long next = Position.behindSegment(reader.nextPosition());
        reader.close();
        reader = journal.read(next);
    }

    private void take(JournalReader entry) throws DamagedSegmentException {
        try {
            rows.take(entry);
        } catch (IllegalArgumentException e) {
            LOG.error("{}: the entry {} is no row: {}", number, entry.sequence(), e.getMessage());
        }
    }

    boolean isFull() {
        return made != null || writer.records() >= FULL_ROWS || writer.gatheredBytes() >= FULL_BYTES;
    }

    boolean hasRows() {
        return made != null || writer.records() > 0;
    }

    /** The block of what was taken up; the same again until {@link #sealed} says that it is in a file. */
    ByteBuffer block() {
        ByteBuffer block = made;
        if (block == null) {
            block = writer.seal();
            made = block;
        }
        return block.duplicate();
    }

    Frame frame(int blockBytes) {
        return new Frame(blockBytes, number, from, reader.nextPosition());
    }

    void sealed() {
        made = null;
        from = reader.nextPosition();
        rows.beginBlock();
    }

    /** What is in no block. */
    Tail tail() {
        return new Tail(journal, from);
    }

    /** Where the rows begin that are in no block. */
    long unsealedFrom() {
        return from;
    }

    @Override
    public void close() {
        reader.close();
        writer.close();
    }
}
