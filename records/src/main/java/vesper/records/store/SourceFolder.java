package vesper.records.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalFullException;
import vesper.journal.JournalOptions;
import vesper.journal.Position;
import vesper.journal.SyncPolicy;

/** The folder of one journal of records. */
record SourceFolder(Path folder, int number) {
    private static final Logger LOG = LoggerFactory.getLogger(SourceFolder.class);
    private static final SyncPolicy EVERY_SECOND = new SyncPolicy.Interval(Duration.ofSeconds(1));
    private static final Duration FIRST_WAIT = Duration.ofSeconds(10);
    /** Event loops append: a disk that hangs holds them up so long at most; then what is lost is counted. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final String NAME = "journal-";

    /** Whether the journal of this number has rows from this position on, or had before it was opened. */
    static boolean mayHave(Path folder, int number, long position) {
        long first = Math.max(position, Position.behindSegment(Position.BEGINNING));
        return Files.exists(folder.resolve(NAME + number).resolve(Journal.fileName(first)));
    }

    private Path path() {
        return folder.resolve(NAME + number);
    }

    boolean isThere() {
        return Files.isDirectory(path());
    }

    /**
     * Opens the journal where it goes on behind what is sealed. Records are no reason not to serve: a damaged journal is
     * put aside, and said to be.
     */
    Source open(StoreOptions options, BlockFiles files) throws IOException {
        JournalOptions kept = new JournalOptions(options.journalSegmentBytes(), EVERY_SECOND, LONGEST_WAIT);
        try {
            return source(Journal.open(path(), kept), files);
        } catch (DamagedSegmentException e) {
            putAside(e);
            Journal fresh = Journal.open(path(), kept);
            new SourceName(files.unusedSource(), Position.BEGINNING).write(path());
            return source(fresh, files);
        }
    }

    private Source source(Journal journal, BlockFiles files) throws IOException {
        try {
            beginInTime(journal);
            SourceName name = SourceName.of(path(), new SourceName(number, Position.BEGINNING));
            long from = files.sealedTo(name.number(), name.from());
            if (from > journal.endPosition()) {
                // The blocks were on the disk and the end of the journal was not: what is appended now is in no block.
                LOG.warn("{} has lost its end, as in a power cut; what was sealed of it is found", path());
                name = new SourceName(files.unusedSource(), journal.endPosition());
                name.write(path());
                from = name.from();
            }
            return Source.of(name.number(), journal, from);
        } catch (IOException | RuntimeException | Error failed) {
            journal.close();
            throw failed;
        }
    }

    private void beginInTime(Journal journal) throws IOException {
        try {
            journal.begin(FIRST_WAIT);
        } catch (JournalFullException e) {
            LOG.error("{} has no room; what cannot be recorded is counted: {}", path(), e.getMessage());
        }
    }

    private void putAside(DamagedSegmentException why) throws IOException {
        Path aside = Files.createTempDirectory(folder, NAME + number + "-damaged-");
        Files.move(path(), aside.resolve(path().getFileName()));
        LOG.error(
                "{} is damaged and was moved to {}; what was not sealed of it is not found: {}",
                path(),
                aside,
                why.getMessage());
    }
}
