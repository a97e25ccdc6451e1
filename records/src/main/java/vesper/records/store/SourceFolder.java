package vesper.records.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalFullException;
import vesper.journal.JournalOptions;
import vesper.journal.JournalStoppedException;
import vesper.journal.Position;
import vesper.journal.SegmentInfo;
import vesper.journal.SyncPolicy;

/**
 * A journal of records that is opened before its sealed part is known. The two depend on each other: the journal's
 * contents decide which blocks can be rebuilt, and the blocks decide where reading of the journal starts. Not
 * thread-safe.
 */
final class SourceFolder implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(SourceFolder.class);
    private static final SyncPolicy EVERY_SECOND = new SyncPolicy.Interval(Duration.ofSeconds(1));
    private static final Duration FIRST_WAIT = Duration.ofSeconds(10);
    /**
     * Event loops append, and a disk that hangs blocks them for at most this long. After that, rows are dropped and
     * counted as lost.
     */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final String NAME = "journal-";

    private final Path path;
    private final JournalOptions options;
    private final Clock clock;
    private Journal journal;
    /** Null if the journal must get a new number. */
    private @Nullable SourceName name;

    private SourceFolder(Path path, JournalOptions options, Clock clock, Journal journal, @Nullable SourceName name) {
        this.path = path;
        this.options = options;
        this.clock = clock;
        this.journal = journal;
        this.name = name;
    }

    /** Checks whether the folder of records contains a journal with this number. */
    static boolean isThere(Path records, int number) {
        return Files.isDirectory(records.resolve(NAME + number));
    }

    /**
     * Opens the journal. Records must never prevent the server from starting, so a damaged journal is set aside and
     * logged.
     *
     * @param records the folder that contains the journal
     */
    static SourceFolder open(Path records, int number, StoreOptions store, Clock clock) throws IOException {
        Path path = records.resolve(NAME + number);
        JournalOptions options = new JournalOptions(store.journalSegmentBytes(), EVERY_SECOND, LONGEST_WAIT);
        SourceName name;
        Journal journal;
        try {
            name = SourceName.of(path, SourceName.of(number, Position.START));
            journal = Journal.open(path, options, clock);
        } catch (DamagedSegmentException | DamagedNameException e) {
            putAside(path, e);
            name = null;
            journal = Journal.open(path, options, clock);
        }
        return new SourceFolder(path, options, clock, journal, name);
    }

    Path path() {
        return path;
    }

    /** Returns the number by which blocks identify this journal, or empty if it is not decided yet. */
    OptionalInt number() {
        SourceName known = name;
        return known == null ? OptionalInt.empty() : OptionalInt.of(known.number());
    }

    /** Returns the identity by which blocks refer to this journal, or empty if it is not decided yet. */
    Optional<SourceName> name() {
        return Optional.ofNullable(name);
    }

    /** Checks whether this is the journal with that number and still has everything from the position on. */
    boolean canBeRead(int source, long from) {
        SourceName known = name;
        if (known == null || known.number() != source || from < known.from()) return false;
        List<SegmentInfo> segments = journal.segments();
        int segment = Math.max(Position.segment(from), Position.segment(Position.startOfNextSegment(Position.START)));
        return !segments.isEmpty() && segments.getFirst().number() <= segment;
    }

    /** Checks whether the journal still extends to this position. */
    boolean reaches(long position) {
        return position <= journal.endPosition();
    }

    /**
     * Returns the journal as a source that continues after its sealed part.
     *
     * @throws IOException if that fails; the caller must still call {@link #close}
     */
    Source source(BlockFiles files, SourceNumbers numbers) throws IOException {
        beginInTime();
        try {
            return sourceBehind(files, numbers);
        } catch (DamagedSegmentException e) {
            journal.close();
            putAside(path, e);
            journal = Journal.open(path, options, clock);
            name = null;
            beginInTime();
            return sourceBehind(files, numbers);
        }
    }

    private Source sourceBehind(BlockFiles files, SourceNumbers numbers) throws IOException {
        SourceName known = name;
        if (known == null) known = named(numbers, Position.START);
        long from = files.sealedTo(known);
        if (from > journal.endPosition()) {
            // The blocks reached the disk but the end of the journal did not. Entries appended now reuse sealed
            // positions, so the journal needs a new number.
            LOG.warn("{} has lost its end, as in a power cut; what was sealed of it is found", path);
            known = named(numbers, journal.endPosition());
            from = known.from();
        } else if (from < known.sealedTo() && !canBeRead(known.number(), from)) {
            long there = journal.segments().getFirst().startPosition();
            files.lostOf(path.getFileName().toString(), from, there);
            from = there;
        }
        return Source.of(known, path, journal, from);
    }

    private SourceName named(SourceNumbers numbers, long from) throws IOException {
        SourceName other = SourceName.of(numbers.unused(), from);
        other.write(path);
        name = other;
        return other;
    }

    private void beginInTime() throws IOException {
        try {
            journal.prepareFirstSegment(FIRST_WAIT);
        } catch (JournalFullException e) {
            LOG.error("{} has no room; what cannot be recorded is counted: {}", path, e.getMessage());
        } catch (JournalStoppedException e) {
            // Resumption retries later.
            LOG.error("{} cannot be begun; what cannot be recorded is counted: {}", path, e.getMessage());
        }
    }

    private static void putAside(Path path, IOException why) throws IOException {
        Path aside = Files.createTempDirectory(path.getParent(), path.getFileName() + "-damaged-");
        Files.move(path, aside.resolve(path.getFileName()));
        LOG.error(
                "{} is damaged and was moved to {}; what was not sealed of it is not found: {}",
                path,
                aside,
                why.getMessage());
    }

    /** Closes the journal, but not its readers. */
    @Override
    public void close() throws IOException {
        journal.close();
    }
}
