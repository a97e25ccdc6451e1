package vesper.records.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.journal.SegmentInfo;
import vesper.records.blocks.BlockWriter;
import vesper.records.rows.Columns;

/** One journal, and the block that is being made of it. Used by the thread that seals, but for the counts. */
final class Source implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Source.class);
    private static final int FULL_BYTES = 256 << 10;
    private static final int FULL_ROWS = 4096;
    static final int ZSTD_LEVEL = 1;

    private final int number;
    private final Path folder;
    private final Journal journal;
    private final BlockWriter writer = new BlockWriter(Columns.ALL, ZSTD_LEVEL);
    private final RowTaker rows = RowTaker.sealing(writer);
    private JournalReader reader;
    /** Where the rows of the block begin. */
    private long from;
    /** Made already, and not yet in a file. */
    private @Nullable ByteBuffer made;
    /** When the last block was made since the start; the beginning of time before. */
    private Instant sealedAt = Instant.EPOCH;

    /** Entries behind each other that were no rows. */
    private long noRows;

    private volatile long takenSequence;

    private Source(int number, Path folder, Journal journal, long from) {
        this.number = number;
        this.folder = folder;
        this.journal = journal;
        this.from = from;
        this.reader = journal.read(from);
    }

    /**
     * @param number what its rows are said to be from
     * @param folder of the journal
     * @param from the position where the rows begin that are in no block
     */
    static Source of(int number, Path folder, Journal journal, long from) throws DamagedSegmentException {
        long takenSequence;
        try (JournalReader ahead = journal.read(from)) {
            takenSequence = ahead.next() ? ahead.sequence() - 1 : journal.nextSequence() - 1;
        }
        Source source = new Source(number, folder, journal, from);
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
            sayHowMany();
        } catch (IllegalArgumentException e) {
            // Rows of another version come in millions.
            if (noRows++ == 0)
                LOG.error("journal {}: entry {} is no row: {}", number, entry.sequence(), e.getMessage());
        }
    }

    private void sayHowMany() {
        if (noRows > 1) LOG.error("journal {}: {} entries behind each other were no rows", number, noRows);
        noRows = 0;
    }

    boolean isFull() {
        return made != null || writer.records() >= FULL_ROWS || writer.gatheredBytes() >= FULL_BYTES;
    }

    /**
     * Whether there are rows that have waited so long. Rows may also come that are old already, as those of a transaction
     * that took long: they are not sealed one by one.
     */
    boolean isDue(Instant now, Duration longestWait) {
        if (!hasRows() || writer.earliest() > now.minus(longestWait).toEpochMilli()) return false;
        return Duration.between(sealedAt, now).abs().compareTo(longestWait) >= 0;
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

    void sealed(Instant now) {
        sealedAt = now;
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
        long next = reader.nextPosition();
        // In a file that holds nothing else, the one before is needed no more.
        if (!hasRows() && Position.segment(next) > Position.segment(from)) from = next;
        return from;
    }

    /** Behind the files of the journal whose rows are all sealed, and in which the last one was written before then. */
    long sealedBefore(Instant moment) {
        long behind = Position.BEGINNING;
        List<SegmentInfo> segments = journal.segments();
        for (int i = 1; i < segments.size(); i++) {
            SegmentInfo following = segments.get(i);
            boolean isSealed = following.number() <= Position.segment(unsealedFrom());
            if (isSealed && following.createdAt().isBefore(moment))
                behind = Position.behindSegment(segments.get(i - 1).endPosition());
        }
        return behind;
    }

    /** No block may be left that says how far the journal is sealed, and a start must not take up the same rows again. */
    void remember(long sealedTo) throws IOException {
        new SourceName(number, sealedTo).write(folder);
    }

    int number() {
        return number;
    }

    @Override
    public void close() {
        reader.close();
        writer.close();
    }
}
