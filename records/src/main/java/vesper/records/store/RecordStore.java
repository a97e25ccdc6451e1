package vesper.records.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import vesper.journal.Journal;
import vesper.journal.files.DurableFolder;

/**
 * A store of records in a folder: one journal for each event loop, one for all other threads, and the blocks sealed
 * from them.
 * <pre>
 * FOLDER/journal-0/ …      rows that no event loop wrote
 * FOLDER/journal-1/ …      one for each event loop
 * FOLDER/blocks/           sealed blocks
 * </pre>
 * An appended row is visible to searches at once. It survives a crash of the process immediately, and a crash of the
 * machine after one second.
 */
public final class RecordStore implements AutoCloseable {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final List<Journal> journals;
    private final List<Source> sources;
    private final Sealer sealer;
    private final FolderCheck folder;
    private final Clock clock;

    private RecordStore(List<Source> sources, Sealer sealer, FolderCheck folder, Clock clock) {
        this.journals = sources.stream().map(Source::journal).toList();
        this.sources = sources;
        this.sealer = sealer;
        this.folder = folder;
        this.clock = clock;
    }

    /**
     * Opens the store in a folder, which is created if it does not exist, and starts sealing.
     *
     * @param loops number of event loops
     * @param busy returns whether requests are in flight, which sealing must not slow down
     */
    public static RecordStore open(Path folder, int loops, StoreOptions options, Clock clock, BooleanSupplier busy)
            throws IOException {
        DurableFolder.create(folder);
        List<SourceFolder> folders = new ArrayList<>();
        List<Source> sources = new ArrayList<>();
        try {
            for (int number = 0; number <= loops || SourceFolder.isThere(folder, number); number++)
                folders.add(SourceFolder.open(folder, number, options, clock));
            SourceFolders journals = new SourceFolders(folders);
            BlockFiles files = BlockFiles.open(folder.resolve("blocks"), journals);
            SourceNumbers numbers = new SourceNumbers(IntStream.concat(journals.numbers(), files.sources()));
            for (SourceFolder journal : folders) sources.add(journal.source(files, numbers));
            FolderCheck check = new FolderCheck(
                    folder, sources.stream().map(Source::journal).toList());
            return started(List.copyOf(sources), files, options, clock, busy, check);
        } catch (IOException | RuntimeException | Error failed) {
            ResourceCloser.allAfter(failed, sources);
            ResourceCloser.allAfter(failed, folders);
            throw failed;
        }
    }

    private static RecordStore started(
            List<Source> sources,
            BlockFiles files,
            StoreOptions options,
            Clock clock,
            BooleanSupplier busy,
            FolderCheck check) {
        Sealer sealer = new Sealer(sources, files, options, clock, busy, check);
        try {
            sealer.start();
        } catch (RuntimeException | Error failed) {
            ResourceCloser.allAfter(failed, List.of(sealer));
            throw failed;
        }
        return new RecordStore(sources, sealer, check, clock);
    }

    /** Checks whether a folder contains records. */
    public static boolean isThere(Path folder) {
        return SourceFolder.isThere(folder, 0);
    }

    /** Returns the journal of an event loop, counted from 0. */
    public Journal ofLoop(int loop) {
        return journals.get(loop + 1);
    }

    /** Returns the journal for rows that no event loop writes. */
    public Journal ofOthers() {
        return journals.getFirst();
    }

    /** Returns all journals in the order of their numbers. */
    public List<Journal> journals() {
        return journals;
    }

    /**
     * Opens a read of the rows in a time range as of now.
     *
     * @param from in milliseconds since 1970; rows outside the range may be included
     */
    public StoreRead read(long from, long to) {
        return sealer.read(from, to);
    }

    /** Returns the last time at which no row was waiting to be sealed, in milliseconds since 1970. */
    long caughtUpAtMillis() {
        return sealer.caughtUpAtMillis();
    }

    public StoreStatus status() {
        long pending = sources.stream().mapToLong(Source::pending).sum();
        long lag = pending == 0 ? 0 : Math.max(1, clock.millis() - sealer.caughtUpAtMillis());
        long journalBytes = journals.stream().mapToLong(Journal::sizeBytes).sum();
        return new StoreStatus(
                pending, lag, journalBytes, sealer.snapshot().blockBytes(), sealer.filesToRebuild(), trouble());
    }

    private String trouble() {
        List<String> all = new ArrayList<>();
        if (!sealer.trouble().isEmpty()) all.add("records are not sealed: " + sealer.trouble());
        all.addAll(folder.trouble());
        Snapshot now = sealer.snapshot();
        for (String each : now.lost()) all.add("records are lost: " + each);
        for (String each : now.damaged()) all.add("a block is damaged: " + each);
        return String.join("; ", all);
    }

    /**
     * Rebuilds all blocks in the background: from the journals if they still have the rows, otherwise from the old
     * blocks. Afterwards the word filters, for example, match this version's word splitting. Searches use the old
     * blocks until then.
     */
    public void rebuild() {
        sealer.rebuild();
    }

    /**
     * Waits until the sealer has read all rows that were appended before this call.
     *
     * @return false if the time limit was reached first
     */
    public boolean awaitTakenUp(Duration most) throws InterruptedException {
        long[] wanted = journals.stream()
                .mapToLong(journal -> journal.nextSequence() - 1)
                .toArray();
        long until = System.nanoTime() + most.toNanos();
        sealer.prioritize();
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

    /** Closes the store. No rows may be appended afterwards. */
    @Override
    public void close() throws IOException {
        List<Closeable> all = new ArrayList<>(List.of(sealer));
        all.addAll(sources);
        all.addAll(journals);
        ResourceCloser.all(all);
    }
}
