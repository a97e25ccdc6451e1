package vesper.documents.queries;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.lucene.store.AlreadyClosedException;
import org.jspecify.annotations.Nullable;

/**
 * The generation that is searched, and its replacement. A replacement is built if there is no generation, if it is
 * damaged, if the next changes are no longer available, or on request; after a failure of the disk the same generation
 * is opened again. A replacement first catches up with the generation in use. One thread calls {@link #step};
 * {@link #serving} and {@link #visible} are thread-safe.
 */
final class GenerationSwitch {
    /** Bound on a step while two generations are updated alternately. */
    private static final Duration SHORT_STEP = Duration.ofMillis(5);

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final GenerationFolders folders;
    private final IndexSource source;
    private final IndexPolicy policy;

    private volatile @Nullable GenerationUpdater serving;
    private @Nullable IndexBuild building;
    /** Replaces {@link #serving} once it has caught up. */
    private @Nullable GenerationUpdater next;

    /** True if {@link #serving} can no longer be updated. */
    private boolean isServingGone;

    private boolean isReopenWanted;
    private volatile boolean isRebuildWanted;
    private volatile boolean isBuilding;
    private volatile Optional<String> trouble = Optional.empty();
    /** After a failure no replacement is started before this time of {@link System#nanoTime}. */
    private long notBeforeNanos = System.nanoTime();

    GenerationSwitch(Path folder, IndexSource source, IndexPolicy policy) {
        this.folders = new GenerationFolders(folder);
        this.source = source;
        this.policy = policy;
    }

    /** Opens the newest intact generation and deletes the others. */
    void open() {
        try {
            for (Path folder : folders.all()) {
                GenerationUpdater opened = serving == null ? opened(folder).orElse(null) : null;
                if (opened == null) GenerationFolders.delete(folder);
                else serving = opened;
            }
        } catch (IOException | RuntimeException failure) {
            failed(failure);
        }
        GenerationUpdater searched = serving;
        isBuilding = searched == null;
        if (searched == null) {
            isRebuildWanted = true;
            return;
        }
        trouble = Optional.empty();
        check(searched.generation());
    }

    private Optional<GenerationUpdater> opened(Path folder) {
        try {
            Optional<Generation> generation = Generation.open(folder, source.life(), policy);
            if (generation.isEmpty()) {
                trouble = Optional.of(
                        folder.getFileName() + ": belongs to another collection or format, or is incomplete");
            }
            return generation.map(found -> new GenerationUpdater(found, source, policy, found.committed()));
        } catch (IOException damage) {
            trouble = Optional.of(String.valueOf(damage.getMessage()));
            return Optional.empty();
        }
    }

    /** Verifies all checksums in the background; Lucene verifies only a few when it opens files. */
    private void check(Generation generation) {
        Thread.ofPlatform()
                .name("check of index " + generation.folder().getFileName())
                .daemon()
                .start(() -> {
                    try {
                        generation.check();
                    } catch (AlreadyClosedException _) {
                        // It was closed and is not needed.
                    } catch (IOException damage) {
                        damaged(damage);
                    }
                });
    }

    /** Returns the generation that is searched, or null before the first one is ready. */
    @Nullable
    GenerationUpdater serving() {
        return serving;
    }

    /** Returns the sequence up to which searches find all changes; -1 if nothing can be searched. */
    long visible() {
        GenerationUpdater searched = serving;
        return searched == null ? -1 : searched.visible();
    }

    boolean isBuilding() {
        return isBuilding;
    }

    Optional<String> trouble() {
        return trouble;
    }

    void rebuild() {
        isRebuildWanted = true;
    }

    void damaged(IOException damage) {
        trouble = Optional.of(String.valueOf(damage.getMessage()));
        rebuild();
    }

    /**
     * Advances everything a little, waiting for changes at most this long.
     *
     * @return false if there was nothing to advance
     */
    boolean step(Duration longestWait) throws InterruptedException {
        boolean isPreparing = prepare();
        return advance(isPreparing ? Duration.ZERO : longestWait) || isPreparing;
    }

    /** Advances the replacement, starting one if needed. Returns whether there is one. */
    private boolean prepare() throws InterruptedException {
        if (building == null && next == null && System.nanoTime() - notBeforeNanos < 0) return false;
        try {
            if (building != null) {
                if (building.step()) followReplacement(building);
            } else if (next != null) {
                if (!next.step(SHORT_STEP)) drop();
                else if (next.visible() >= visible()) replace(next);
            } else if (isReopenWanted) {
                reopen();
            } else if (isRebuildWanted) {
                startReplacement();
            }
        } catch (IOException | RuntimeException | Error failure) {
            failed(failure);
            drop();
        }
        return building != null || next != null;
    }

    /** Applies changes to the generation that is searched. Returns whether it can still be updated. */
    private boolean advance(Duration longestWait) throws InterruptedException {
        GenerationUpdater searched = serving;
        if (searched == null || isServingGone) return false;
        try {
            if (!searched.step(longestWait)) {
                trouble = Optional.of("changes after " + searched.visible() + " are no longer retained");
                isServingGone = true;
                isRebuildWanted = true;
            }
        } catch (IOException | RuntimeException | Error failure) {
            failed(failure);
            abandon(searched.generation());
        }
        return !isServingGone;
    }

    /** Stops writing to a generation. Once the disk works, it is opened again and follows from its last commit. */
    private void abandon(Generation generation) {
        isServingGone = true;
        isReopenWanted = true;
        try {
            generation.abandon();
        } catch (IOException | RuntimeException again) {
            failed(again);
        }
    }

    private void reopen() throws IOException {
        isReopenWanted = false;
        GenerationUpdater searched = serving;
        Optional<Generation> again = searched == null
                ? Optional.empty()
                : Generation.open(searched.generation().folder(), source.life(), policy);
        if (again.isEmpty()) isRebuildWanted = true;
        else
            next = new GenerationUpdater(
                    again.get(), source, policy, again.get().committed());
    }

    private void startReplacement() throws IOException {
        isRebuildWanted = false;
        isBuilding = true;
        building = new IndexBuild(Generation.create(folders.next(), source.life(), policy), source);
    }

    private void followReplacement(IndexBuild whole) {
        next = new GenerationUpdater(whole.generation(), source, policy, whole.startSequence());
        building = null;
    }

    private void replace(GenerationUpdater newer) throws IOException {
        newer.commit();
        GenerationUpdater old = serving;
        serving = newer;
        next = null;
        isServingGone = false;
        isBuilding = false;
        if (!isRebuildWanted) trouble = Optional.empty();
        if (old != null) remove(old.generation());
    }

    /** Drops the replacement, which cannot be finished, and requests another one. */
    private void drop() {
        Generation unfit = next != null ? next.generation() : building != null ? building.generation() : null;
        next = null;
        building = null;
        isRebuildWanted = true;
        if (unfit != null) remove(unfit);
    }

    /** Closes a generation and deletes its folder, unless that is the one that is searched. */
    private void remove(Generation generation) {
        try {
            generation.close();
            GenerationUpdater searched = serving;
            boolean isSearched =
                    searched != null && searched.generation().folder().equals(generation.folder());
            if (!isSearched) GenerationFolders.delete(generation.folder());
        } catch (IOException | RuntimeException failure) {
            failed(failure);
        }
    }

    void failed(Throwable failure) {
        trouble = Optional.of(failure.getClass().getSimpleName() + ": " + failure.getMessage());
        notBeforeNanos = System.nanoTime() + PAUSE.toNanos();
    }

    /** Commits what is visible. A replacement that is not finished was never committed and is dropped. */
    void close() {
        if (next != null || building != null) drop();
        GenerationUpdater searched = serving;
        if (searched == null) return;
        try {
            if (!isServingGone && !searched.isCommitted()) searched.commit();
        } catch (IOException | RuntimeException failure) {
            failed(failure);
        } finally {
            remove(searched.generation());
        }
    }
}
