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

/** A journal and the block that is being built from it. Confined to the sealing thread, except for the counters. */
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
    /** Journal position where the current block starts and the previous one ends. */
    private long from;
    /** All rows before this position are in blocks. It is after {@link #from} if there are no rows between the two. */
    private long neededFrom;
    /** The sealed block, until it has been appended to a file. */
    private @Nullable ByteBuffer made;
    /** Time of the last block since the start, {@link Instant#EPOCH} before the first one. */
    private Instant sealedAt = Instant.EPOCH;

    /** Number of consecutive entries that were not rows. */
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
     * Creates the source of a journal.
     *
     * @param name the identity of the journal in blocks
     * @param folder folder of the journal
     * @param from position of the first row that is in no block
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

    /** Returns the number of appended rows that have not been read yet. */
    long pending() {
        return Math.max(0, journal.nextSequence() - 1 - takenSequence);
    }

    /** Returns the sequence number of the last row that has been read. */
    long takenSequence() {
        return takenSequence;
    }

    /** Reads rows until the block is full or the journal has no more. */
    void take() throws DamagedSegmentException {
        boolean any = false;
        while (!isFull() && reader.next()) {
            take(reader);
            any = true;
        }
        if (any) takenSequence = reader.sequence();
    }

    /** Skips the rest of a damaged segment. */
    void passOver(DamagedSegmentException why) {
        LOG.error("records: what is behind this in its file is not found: {}", why.getMessage());
        long next = Position.startOfNextSegment(reader.nextPosition());
        reader.close();
        reader = journal.read(next);
    }

    private void take(JournalReader entry) throws DamagedSegmentException {
        try {
            rows.take(entry);
            sayHowMany();
        } catch (IllegalArgumentException e) {
            // Logged only once in a row, because there may be millions of rows of an unknown version.
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
     * Checks whether a partial block is due: its oldest row is this old and the last block was sealed at least this
     * long ago. The second condition is needed because rows may be old on arrival, such as those of a long transaction,
     * and must not be sealed one by one.
     */
    boolean isDue(Instant now, Duration longestWait) {
        if (!hasRows() || writer.earliest() > now.minus(longestWait).toEpochMilli()) return false;
        return Duration.between(sealedAt, now).abs().compareTo(longestWait) >= 0;
    }

    boolean hasRows() {
        return made != null || writer.records() > 0;
    }

    /**
     * Returns the block of the rows read so far. Returns the same block again until {@link #sealed} confirms that it is
     * in a file.
     */
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
        rows.startBlock();
    }

    /** Returns the part of the journal that is in no block. */
    Tail tail() {
        return new Tail(journal, neededFrom);
    }

    /** Returns the position of the first row that is in no block. */
    long unsealedFrom() {
        long next = reader.nextPosition();
        // A segment that contains nothing else is no longer needed.
        if (!hasRows() && Position.segment(next) > Position.segment(from)) {
            if (next == Position.startOfNextSegment(from)) from = next;
            neededFrom = next;
        }
        return neededFrom;
    }

    /**
     * Returns the end of the segments whose rows are all sealed and whose last entry was written before this moment.
     */
    long sealedBefore(Instant moment) {
        long behind = Position.START;
        List<SegmentInfo> segments = journal.segments();
        for (int i = 1; i < segments.size(); i++) {
            SegmentInfo following = segments.get(i);
            boolean isSealed = following.number() <= Position.segment(unsealedFrom());
            if (isSealed && following.createdAt().isBefore(moment))
                behind = Position.startOfNextSegment(segments.get(i - 1).endPosition());
        }
        return behind;
    }

    /**
     * Notes durably that blocks with rows before this position are about to be deleted. The next start must neither
     * seal these rows again nor report them as missing.
     */
    void remember(long deletedTo) throws IOException {
        rename(name.deletedTo(deletedTo));
    }

    /** Checks whether dropping entries before this position would delete a segment. */
    boolean wouldLetGoOf(long position) {
        List<SegmentInfo> segments = journal.segments();
        return !segments.isEmpty() && segments.getFirst().number() < Position.segment(position);
    }

    /**
     * Notes durably that rows before this position are in blocks on the disk, before the journal drops some of them.
     */
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
