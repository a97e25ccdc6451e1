package vesper.records.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalOptions;
import vesper.journal.Position;
import vesper.journal.SyncPolicy;

/**
 * Records in a folder: a journal for each event loop, one for everybody else, and the blocks that are made of them.
 * <pre>
 * FOLDER/journal-0/ …      rows that no event loop wrote
 * FOLDER/journal-1/ …      one for each event loop
 * FOLDER/blocks/           sealed blocks
 * </pre>
 * What was appended is found at once, survives the end of the process and, a second later, that of the machine.
 */
public final class RecordStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecordStore.class);
    private static final SyncPolicy EVERY_SECOND = new SyncPolicy.Interval(Duration.ofSeconds(1));
    private static final String JOURNAL = "journal-";
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final List<Journal> journals;
    private final List<Source> sources;
    private final Sealer sealer;
    private final Clock clock;

    private RecordStore(List<Journal> journals, List<Source> sources, Sealer sealer, Clock clock) {
        this.journals = journals;
        this.sources = sources;
        this.sealer = sealer;
        this.clock = clock;
    }

    /**
     * Opens what is in the folder, which is made where it is missing, and goes on sealing.
     *
     * @param loops for how many event loops
     * @param busy whether requests are in flight, which sealing must not hinder
     */
    public static RecordStore open(Path folder, int loops, StoreOptions options, Clock clock, BooleanSupplier busy)
            throws IOException {
        BlockFiles files = BlockFiles.open(folder.resolve("blocks"));
        List<Journal> journals = new ArrayList<>();
        List<Source> sources = new ArrayList<>();
        try {
            for (int number = 0; number <= loops || isThere(folder, number); number++) {
                Journal journal = openJournal(folder, number, options);
                journals.add(journal);
                sources.add(Source.of(number, journal, files.sealedTo(number, Position.BEGINNING)));
            }
        } catch (IOException | RuntimeException | Error failed) {
            for (Journal journal : journals) journal.close();
            throw failed;
        }
        Sealer sealer = new Sealer(List.copyOf(sources), files, options, clock, busy);
        sealer.start();
        return new RecordStore(List.copyOf(journals), List.copyOf(sources), sealer, clock);
    }

    /** Whether there are records in the folder. */
    public static boolean isThere(Path folder) {
        return isThere(folder, 0);
    }

    private static boolean isThere(Path folder, int number) {
        return Files.isDirectory(folder.resolve(JOURNAL + number));
    }

    /** Records are no reason not to serve: a damaged journal is put aside, and said to be. */
    private static Journal openJournal(Path folder, int number, StoreOptions options) throws IOException {
        Path path = folder.resolve(JOURNAL + number);
        JournalOptions kept = new JournalOptions(options.journalSegmentBytes(), EVERY_SECOND);
        try {
            return Journal.open(path, kept);
        } catch (DamagedSegmentException e) {
            Path aside = Files.createTempDirectory(folder, JOURNAL + number + "-damaged-");
            Files.move(path, aside.resolve(path.getFileName()));
            LOG.error(
                    "{} is damaged and was moved to {}; what was not sealed of it is not found: {}",
                    path,
                    aside,
                    e.getMessage());
            return Journal.open(path, kept);
        }
    }

    /** The journal of an event loop, counted from 0. */
    public Journal ofLoop(int loop) {
        return journals.get(loop + 1);
    }

    /** The journal for rows that no event loop writes. */
    public Journal ofOthers() {
        return journals.getFirst();
    }

    /** All of them, in the order of their numbers. */
    public List<Journal> journals() {
        return journals;
    }

    /**
     * The rows of a stretch of time, as they are now.
     *
     * @param from milliseconds since 1970; rows outside may come too
     */
    public Reading read(long from, long to) {
        return new Reading(sealer.snapshot(), from, to);
    }

    public StoreStatus status() {
        long pending = sources.stream().mapToLong(Source::pending).sum();
        long lag = pending == 0 ? 0 : Math.max(1, clock.millis() - sealer.caughtUpAtMillis());
        long journalBytes = journals.stream().mapToLong(Journal::sizeBytes).sum();
        return new StoreStatus(pending, lag, journalBytes, sealer.snapshot().blockBytes(), sealer.trouble());
    }

    /**
     * Waits until all that was appended before is taken up.
     *
     * @return whether it was, within that time
     */
    public boolean awaitTakenUp(Duration most) throws InterruptedException {
        long[] wanted = journals.stream()
                .mapToLong(journal -> journal.nextSequence() - 1)
                .toArray();
        long until = System.nanoTime() + most.toNanos();
        sealer.hurry();
        try {
            while (!areTakenUp(wanted)) {
                if (System.nanoTime() >= until) return false;
                if (Thread.interrupted()) throw new InterruptedException();
                LockSupport.parkNanos(LOOK_NANOS);
            }
            return true;
        } finally {
            sealer.dontHurry();
        }
    }

    private boolean areTakenUp(long[] wanted) {
        for (int i = 0; i < wanted.length; i++) if (sources.get(i).takenSequence() < wanted[i]) return false;
        return true;
    }

    /** Nothing may be appended any more. */
    @Override
    public void close() throws IOException {
        sealer.close();
        for (Journal journal : journals) journal.close();
    }
}
