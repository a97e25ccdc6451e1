package vesper.documents.queries;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.store.AlreadyClosedException;
import org.jspecify.annotations.Nullable;

/**
 * What the current versions of a collection are found by. A thread of its own follows the collection: writers never wait
 * for it, changes become visible at most once in {@link IndexPolicy#refresh}, and {@link #status} says how far it is
 * behind. It is made of the documents alone: a folder that is missing, damaged, or of another life of the collection is
 * filled anew, and so is a sound one by {@link #rebuild}, while the old one answers. Any thread may call any method.
 *
 * <p>Where the disk fails, what could be found can still be found; writing is tried again every few seconds.
 */
public final class QueryIndex implements Closeable {
    /** Closing waits for it. */
    private static final Duration LONGEST_STEP = Duration.ofMillis(50);

    /** While two are brought forward in turns. */
    private static final Duration SHORT_STEP = Duration.ofMillis(5);

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final GenerationFolders folders;
    private final IndexSource source;
    private final IndexPolicy policy;
    private final InstantSource clock;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();

    /** What is searched. */
    private volatile @Nullable Follower serving;
    /** Takes the place of {@link #serving} as soon as it is as far. */
    private @Nullable Follower next;

    private @Nullable Building building;
    /** Whether {@link #serving} can be brought no further. */
    private boolean isServingGone;

    private volatile boolean isRebuildWanted;
    private volatile boolean isBuilding;
    private volatile boolean isClosing;
    private volatile Optional<String> trouble = Optional.empty();
    private volatile long levelMillis;

    private QueryIndex(Path folder, IndexSource source, IndexPolicy policy, InstantSource clock) {
        this.folders = new GenerationFolders(folder);
        this.source = source;
        this.policy = policy;
        this.clock = clock;
        this.levelMillis = clock.millis();
        this.thread = Thread.ofPlatform()
                .name("index " + folder.getFileName())
                .daemon()
                .unstarted(this::follow);
    }

    /** Opens what is in the folder, and searches it at once; where there is nothing, it is made meanwhile. */
    public static QueryIndex open(Path folder, IndexSource source, IndexPolicy policy, InstantSource clock)
            throws IOException {
        var index = new QueryIndex(folder, source, policy, clock);
        index.openNewest();
        index.thread.start();
        return index;
    }

    /**
     * What is found now; changes that are not visible yet are not among it.
     *
     * @throws QueryException where a phrase ends in what too many words begin with
     * @throws DamagedIndexException where files cannot be read; the index is made anew
     */
    public SearchResult search(Search search, SearchBounds bounds)
            throws QueryException, IndexNotReadyException, IOException {
        StopCheck stop = bounds.start();
        while (true) {
            Follower searched = serving;
            if (searched == null) throw new IndexNotReadyException(status());
            try {
                return searched.generation().run(search, stop);
            } catch (AlreadyClosedException closed) {
                // Another one has taken its place meanwhile.
                if (serving == searched) throw closed;
            } catch (DamagedIndexException damage) {
                damaged(damage);
                throw damage;
            }
        }
    }

    /** Waits until all changes up to this sequence can be found, for at most this long; whether they can. */
    public boolean await(long sequence, Duration longestWait) throws InterruptedException {
        long left = longestWait.toNanos();
        lock.lockInterruptibly();
        try {
            while (!isVisible(sequence)) {
                if (left <= 0 || isClosing) return false;
                left = moved.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Makes it anew from the documents; until that is done the old one answers. */
    public void rebuild() {
        isRebuildWanted = true;
    }

    public IndexStatus status() {
        Follower searched = serving;
        long visible = searched == null ? 0 : searched.visible();
        long lag = Math.max(0, source.sequence() - visible);
        boolean isLevel = searched != null && lag == 0;
        return new IndexStatus(
                searched != null,
                visible,
                lag,
                isLevel ? 0 : Math.max(0, clock.millis() - levelMillis),
                documents(searched),
                isBuilding,
                trouble);
    }

    private static long documents(@Nullable Follower searched) {
        try {
            return searched == null ? 0 : searched.generation().documents();
        } catch (AlreadyClosedException _) {
            return 0;
        } catch (IOException impossible) {
            throw new UncheckedIOException("counting documents in memory", impossible);
        }
    }

    private boolean isVisible(long sequence) {
        Follower searched = serving;
        return searched != null && searched.visible() >= sequence;
    }

    private void openNewest() throws IOException {
        for (Path folder : folders.all()) {
            if (serving == null) serving = opened(folder).orElse(null);
            if (serving == null || !serving.generation().folder().equals(folder)) GenerationFolders.delete(folder);
        }
        isBuilding = serving == null;
        isRebuildWanted = serving == null;
        if (serving == null) return;
        trouble = Optional.empty();
        check(serving.generation());
    }

    private Optional<Follower> opened(Path folder) {
        try {
            Optional<Generation> generation = Generation.open(folder, source.life(), policy);
            if (generation.isEmpty())
                trouble = Optional.of(folder.getFileName() + ": of another life or format, or unfinished");
            return generation.map(found -> new Follower(found, source, policy, found.committed()));
        } catch (IOException damage) {
            trouble = Optional.of(String.valueOf(damage.getMessage()));
            return Optional.empty();
        }
    }

    /** Lucene compares few checksums when it opens files; this compares all, and nobody waits for it. */
    private void check(Generation generation) {
        Thread.ofPlatform()
                .name("check of index " + generation.folder().getFileName())
                .daemon()
                .start(() -> {
                    try {
                        generation.check();
                    } catch (AlreadyClosedException _) {
                        // Nobody reads it any more.
                    } catch (IOException damage) {
                        damaged(damage);
                    }
                });
    }

    private void damaged(IOException damage) {
        trouble = Optional.of(String.valueOf(damage.getMessage()));
        isRebuildWanted = true;
    }

    private void follow() {
        while (!isClosing) {
            try {
                step();
                if (source.sequence() == visible()) levelMillis = clock.millis();
            } catch (IOException | RuntimeException failure) {
                failed(failure);
            } catch (InterruptedException _) {
                // Nobody else knows this thread, so somebody ends the program; closing comes soon.
                isClosing = true;
            }
        }
        end();
    }

    private long visible() {
        Follower searched = serving;
        return searched == null ? -1 : searched.visible();
    }

    private void step() throws IOException, InterruptedException {
        if (isRebuildWanted && building == null && next == null) begin();
        boolean isBusy = building != null || next != null;
        if (building != null && building.step()) built(building);
        if (next != null) {
            if (!next.step(SHORT_STEP)) drop();
            else if (next.visible() >= visible()) replace(next);
        }
        Follower searched = serving;
        if (searched != null && !isServingGone) {
            long before = searched.visible();
            if (!searched.step(isBusy ? Duration.ZERO : LONGEST_STEP)) {
                trouble = Optional.of("changes that should follow " + searched.visible() + " are gone");
                isServingGone = true;
                isRebuildWanted = true;
            }
            if (searched.visible() != before) tell();
        }
    }

    private void begin() throws IOException {
        isRebuildWanted = false;
        isBuilding = true;
        try {
            building = new Building(Generation.create(folders.next(), source.life(), policy), source);
        } catch (IOException | RuntimeException failure) {
            isRebuildWanted = true;
            throw failure;
        }
    }

    private void built(Building whole) {
        next = new Follower(whole.generation(), source, policy, whole.begun());
        building = null;
    }

    private void replace(Follower newer) throws IOException {
        newer.commit();
        Follower old = serving;
        serving = newer;
        next = null;
        isServingGone = false;
        isBuilding = false;
        if (!isRebuildWanted) trouble = Optional.empty();
        tell();
        if (old != null) remove(old.generation());
    }

    /** What is being made cannot be finished; it is begun again. */
    private void drop() throws IOException {
        Follower unfit = next;
        Building unfinished = building;
        next = null;
        building = null;
        isRebuildWanted = true;
        if (unfit != null) remove(unfit.generation());
        if (unfinished != null) remove(unfinished.generation());
    }

    /** Its folder too, unless that is the one that is searched. */
    private void remove(Generation generation) throws IOException {
        generation.close();
        Follower searched = serving;
        boolean isSearched = searched != null && searched.generation().folder().equals(generation.folder());
        if (!isSearched) GenerationFolders.delete(generation.folder());
    }

    /** What cannot be written now is written from what was committed on, once that works again. */
    private void failed(Exception failure) {
        trouble = Optional.of(failure.getClass().getSimpleName() + ": " + failure.getMessage());
        try {
            if (next != null || building != null) drop();
            Follower searched = serving;
            if (searched != null && !isServingGone) {
                searched.generation().abandon();
                isServingGone = true;
            }
            pause();
            if (searched != null && !isClosing && !isRebuildWanted)
                reopen(searched.generation().folder());
        } catch (IOException | RuntimeException again) {
            again.addSuppressed(failure);
            trouble = Optional.of(again.getClass().getSimpleName() + ": " + again.getMessage());
            isRebuildWanted = true;
        }
    }

    private void reopen(Path folder) throws IOException {
        Optional<Generation> again = Generation.open(folder, source.life(), policy);
        if (again.isEmpty()) isRebuildWanted = true;
        else next = new Follower(again.get(), source, policy, again.get().committed());
    }

    private void pause() {
        lock.lock();
        try {
            long left = PAUSE.toNanos();
            while (!isClosing && left > 0) left = moved.awaitNanos(left);
        } catch (InterruptedException _) {
            isClosing = true;
        } finally {
            lock.unlock();
        }
    }

    private void tell() {
        lock.lock();
        try {
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        try {
            // What was begun is not worth finishing now, and has never been committed.
            if (next != null || building != null) drop();
            Follower searched = serving;
            if (searched == null) return;
            if (!isServingGone && !searched.isCommitted()) searched.commit();
            searched.generation().close();
        } catch (IOException | RuntimeException failure) {
            trouble = Optional.of(failure.getClass().getSimpleName() + ": " + failure.getMessage());
        } finally {
            tell();
        }
    }

    /** Commits what is visible, and waits for searches no longer than they take. */
    @Override
    public void close() {
        isClosing = true;
        tell();
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(1));
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) Thread.currentThread().interrupt();
    }
}
