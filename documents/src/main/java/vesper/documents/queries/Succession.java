package vesper.documents.queries;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.lucene.store.AlreadyClosedException;
import org.jspecify.annotations.Nullable;

/**
 * Which generation is searched, and what takes its place: one that is made anew, since there is none, since it is damaged,
 * since changes are gone or somebody wants it so; or the same one opened again after the disk failed. Whatever takes its
 * place is brought as far first. One thread steps; what is searched is for all.
 */
final class Succession {
    /** While two are brought forward in turns. */
    private static final Duration SHORT_STEP = Duration.ofMillis(5);

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final GenerationFolders folders;
    private final IndexSource source;
    private final IndexPolicy policy;

    private volatile @Nullable Follower serving;
    private @Nullable Building building;
    /** Takes the place of {@link #serving} as soon as it is as far. */
    private @Nullable Follower next;

    /** Whether {@link #serving} can be brought no further. */
    private boolean isServingGone;

    private boolean isReopenWanted;
    private volatile boolean isRebuildWanted;
    private volatile boolean isBuilding;
    private volatile Optional<String> trouble = Optional.empty();
    /** After a failure nothing is begun before this time of {@link System#nanoTime}. */
    private long notBeforeNanos = System.nanoTime();

    Succession(Path folder, IndexSource source, IndexPolicy policy) {
        this.folders = new GenerationFolders(folder);
        this.source = source;
        this.policy = policy;
    }

    /** Takes the newest generation that is sound, and removes the others. */
    void open() {
        try {
            for (Path folder : folders.all()) {
                Follower opened = serving == null ? opened(folder).orElse(null) : null;
                if (opened == null) GenerationFolders.delete(folder);
                else serving = opened;
            }
        } catch (IOException | RuntimeException failure) {
            failed(failure);
        }
        Follower searched = serving;
        isBuilding = searched == null;
        if (searched == null) {
            isRebuildWanted = true;
            return;
        }
        trouble = Optional.empty();
        check(searched.generation());
    }

    private Optional<Follower> opened(Path folder) {
        try {
            Optional<Generation> generation = Generation.open(folder, source.life(), policy);
            if (generation.isEmpty()) {
                trouble = Optional.of(folder.getFileName() + ": of another life or format, or unfinished");
            }
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

    /** What is searched; null where there is nothing yet. */
    @Nullable
    Follower serving() {
        return serving;
    }

    /** All changes up to this sequence can be found; -1 where there is nothing to search. */
    long visible() {
        Follower searched = serving;
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
     * Brings everything a little forward, waiting for changes at most this long.
     *
     * @return false where there is nothing that could be
     */
    boolean step(Duration longestWait) throws InterruptedException {
        boolean isPreparing = prepare();
        return advance(isPreparing ? Duration.ZERO : longestWait) || isPreparing;
    }

    /** Brings forward what will take the place of what is searched; whether there is such a thing. */
    private boolean prepare() throws InterruptedException {
        if (building == null && next == null && System.nanoTime() - notBeforeNanos < 0) return false;
        try {
            if (building != null) {
                if (building.step()) built(building);
            } else if (next != null) {
                if (!next.step(SHORT_STEP)) drop();
                else if (next.visible() >= visible()) replace(next);
            } else if (isReopenWanted) {
                reopen();
            } else if (isRebuildWanted) {
                begin();
            }
        } catch (IOException | RuntimeException | Error failure) {
            failed(failure);
            drop();
        }
        return building != null || next != null;
    }

    /** Shows what has changed in what is searched; whether it can be brought forward. */
    private boolean advance(Duration longestWait) throws InterruptedException {
        Follower searched = serving;
        if (searched == null || isServingGone) return false;
        try {
            if (!searched.step(longestWait)) {
                trouble = Optional.of("changes that should follow " + searched.visible() + " are gone");
                isServingGone = true;
                isRebuildWanted = true;
            }
        } catch (IOException | RuntimeException | Error failure) {
            failed(failure);
            abandon(searched.generation());
        }
        return !isServingGone;
    }

    /** What could not be written is written from what was committed on, once that works again. */
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
        Follower searched = serving;
        Optional<Generation> again = searched == null
                ? Optional.empty()
                : Generation.open(searched.generation().folder(), source.life(), policy);
        if (again.isEmpty()) isRebuildWanted = true;
        else next = new Follower(again.get(), source, policy, again.get().committed());
    }

    private void begin() throws IOException {
        isRebuildWanted = false;
        isBuilding = true;
        building = new Building(Generation.create(folders.next(), source.life(), policy), source);
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
        if (old != null) remove(old.generation());
    }

    /** What is being made cannot be finished; it is begun again. */
    private void drop() {
        Generation unfit = next != null ? next.generation() : building != null ? building.generation() : null;
        next = null;
        building = null;
        isRebuildWanted = true;
        if (unfit != null) remove(unfit);
    }

    /** Its folder too, unless that is the one that is searched. */
    private void remove(Generation generation) {
        try {
            generation.close();
            Follower searched = serving;
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

    /** Commits what is visible. What was begun is not worth finishing now, and has never been committed. */
    void end() {
        if (next != null || building != null) drop();
        Follower searched = serving;
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
