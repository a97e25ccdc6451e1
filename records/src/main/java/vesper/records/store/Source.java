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

    private final Path folder;
    private final Journal journal;
    private final BlockWriter writer = new BlockWriter(Columns.ALL, ZSTD_LEVEL);
    private final RowTaker rows = RowTaker.sealing(writer);
    private SourceName name;
    private JournalReader reader;
    /** Where the rows of the block begin, and the one before ends. */
    private long from;
    /** Before it there is nothing that is in no block; behind {@link #from} where what lies between was no rows. */
    private long neededFrom;
    /** Made already, and not yet in a file. */
    private @Nullable ByteBuffer made;
    /** When the last block was made since the start; the beginning of time before. */
    private Instant sealedAt = Instant.EPOCH;

    /** Entries behind each other that were no rows. */
    private long noRows;

    private volatile long takenSequence;

    private Source(SourceName name, Path folder, Journal journal, long from) {
        this.name = name;
        this.folder = folder;
        this.journal = journal;
        this.from = from;
        this.neededFrom = from;
        this.reader = journal.read(from);
    }

    /**
     * @param name what its rows are said to be from
     * @param folder of the journal
     * @param from the position where the rows begin that are in no block
     */
    static Source of(SourceName name, Path folder, Journal journal, long from) throws DamagedSegmentException {
        long takenSequence;
        try (JournalReader ahead = journal.read(from)) {
            takenSequence = ahead.next() ? ahead.sequence() - 1 : journal.nextSequence() - 1;
        }
        Source source = new Source(name, folder, journal, from);
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
                LOG.error("journal {}: entry {} is no row: {}", number(), entry.sequence(), e.getMessage());
        }
    }

    private void sayHowMany() {
        if (noRows > 1) LOG.error("journal {}: {} entries behind each other were no rows", number(), noRows);
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
        return new Frame(blockBytes, number(), from, reader.nextPosition());
    }

    void sealed(Instant now) {
        sealedAt = now;
        made = null;
        from = reader.nextPosition();
        neededFrom = from;
        rows.beginBlock();
    }

    /** What is in no block. */
    Tail tail() {
        return new Tail(journal, neededFrom);
    }

    /** Where the rows begin that are in no block. */
    long unsealedFrom() {
        long next = reader.nextPosition();
        // In a file that holds nothing else, the one before is needed no more.
        if (!hasRows() && Position.segment(next) > Position.segment(from)) {
            if (next == Position.behindSegment(from)) from = next;
            neededFrom = next;
        }
        return neededFrom;
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

    /**
     * Blocks of rows before this position are going to be deleted: a start must neither take up the same rows again nor
     * miss them.
     */
    void remember(long deletedTo) throws IOException {
        rename(name.deletedTo(deletedTo));
    }

    /** Whether the journal has files of which all is before that position. */
    boolean wouldLetGoOf(long position) {
        List<SegmentInfo> segments = journal.segments();
        return !segments.isEmpty() && segments.getFirst().number() < Position.segment(position);
    }

    /** What is before this position is in blocks on the disk, and the journal lets go of some of it. */
    void letGo(long sealedTo) throws IOException {
        rename(name.sealedTo(sealedTo));
    }

    private void rename(SourceName other) throws IOException {
        if (other.equals(name)) return;
        other.write(folder);
        name = other;
    }

    SourceName name() {
        return name;
    }

    int number() {
        return name.number();
    }

    @Override
    public void close() {
        reader.close();
        writer.close();
    }
}
