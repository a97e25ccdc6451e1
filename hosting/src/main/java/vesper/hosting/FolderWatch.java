package vesper.hosting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports changed package folders once no further events arrive.
 *
 * <p>An event only shows which folder to check. The listener compares the folder with its previous contents, so a
 * superfluous event costs one check and the order of events does not matter. If the system dropped events, every folder
 * is reported. The root folder itself may be deleted, moved or replaced. The system does not report that, so it is
 * checked once a second. One dedicated thread watches and calls the listener.
 */
final class FolderWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);
    /** If files are written continuously, changes are reported after this multiple of the settling time. */
    private static final int MAX_SETTLING_FACTOR = 10;
    /** Maximum time for which a source may be empty or missing while an editor saves it. */
    private static final Duration SAVE_TIME = Duration.ofMillis(200);

    private static final Duration ROOT_CHECK_INTERVAL = Duration.ofSeconds(1);

    private static final Set<String> WATCHED =
            Set.of(PackageContents.CODE, PackageContents.CONFIGURATION, PackageContents.LIBRARIES);

    private final Path root;
    private final Duration settling;
    private final WatchService service;
    private final Map<WatchKey, Path> folders = new HashMap<>();
    /** Identity of the root folder when it was last checked; empty while it does not exist. */
    private Optional<Object> identity = Optional.empty();
    /** Null if the root cannot be watched. */
    private @Nullable WatchKey rootKey;

    private @Nullable Thread thread;

    private FolderWatch(Path root, Duration settling, WatchService service) {
        this.root = root;
        this.settling = settling;
        this.service = service;
    }

    /** Starts to collect events. They are not reported before {@link #start}. */
    static FolderWatch create(Path root, Duration settling) throws IOException {
        FolderWatch watch = new FolderWatch(root, settling, root.getFileSystem().newWatchService());
        watch.identity = watch.identityOfRoot();
        watch.watchTree(root);
        return watch;
    }

    /** A listener for changes. */
    @FunctionalInterface
    interface Listener {
        /**
         * Called when package folders may have changed.
         *
         * @param saved true if they have been quiet for so long that no file is partially saved
         * @return the folders that seem partially saved; they are reported again later, with {@code saved} set
         */
        Set<String> changed(Set<String> folderNames, boolean saved);
    }

    void start(Listener listener) {
        thread = Thread.ofPlatform().name("packages-watch").daemon().start(() -> run(listener));
    }

    @Override
    public void close() {
        try {
            service.close();
            if (thread != null) thread.join(Duration.ofSeconds(1));
        } catch (IOException e) {
            LOG.warn("cannot stop watching {}", root, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Listener listener) {
        try {
            while (true) {
                Set<String> changed = new TreeSet<>();
                WatchKey key = service.poll(ROOT_CHECK_INTERVAL.toNanos(), TimeUnit.NANOSECONDS);
                if (key != null) record(key, changed);
                checkRoot(changed);
                if (changed.isEmpty()) continue;
                collectUntilQuiet(changed, settling);
                Set<String> partiallySaved = notifyListener(listener, changed, false);
                if (!partiallySaved.isEmpty()) {
                    Set<String> again = new TreeSet<>(partiallySaved);
                    collectUntilQuiet(again, SAVE_TIME);
                    notifyListener(listener, again, true);
                }
            }
        } catch (ClosedWatchServiceException e) {
            LOG.debug("stopped watching {}", root);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Logs failures rather than ending the watch: the folder will change again. */
    private Set<String> notifyListener(Listener listener, Set<String> changed, boolean saved) {
        if (changed.isEmpty()) return Set.of();
        try {
            return listener.changed(changed, saved);
        } catch (Throwable t) {
            PackageErrors.rethrowJvmErrors(t);
            LOG.error("could not apply the changes of {}", changed, t);
            return Set.of();
        }
    }

    private void collectUntilQuiet(Set<String> changed, Duration quiet) throws InterruptedException {
        long latest = System.nanoTime() + quiet.toNanos() * MAX_SETTLING_FACTOR;
        while (System.nanoTime() < latest) {
            WatchKey key = service.poll(quiet.toNanos(), TimeUnit.NANOSECONDS);
            if (key == null) return;
            record(key, changed);
        }
    }

    private void record(WatchKey key, Set<String> changed) {
        Path folder = folders.get(key);
        // An event of a folder that is no longer watched.
        if (folder == null && !key.isValid()) return;
        for (WatchEvent<?> event : key.pollEvents()) {
            if (event.kind().equals(StandardWatchEventKinds.OVERFLOW) || folder == null) {
                recordAll(changed);
            } else if (event.context() instanceof Path name) {
                record(folder.resolve(name), changed);
            }
        }
        if (!key.reset()) folders.remove(key);
    }

    private void record(Path path, Set<String> changed) {
        Path inside = root.relativize(path);
        String packageFolder = inside.getName(0).toString();
        if (packageFolder.startsWith(".")) return;
        if (isWatched(path) && Files.isDirectory(path)) watchTree(path);
        changed.add(packageFolder);
    }

    /** Events were lost: any folder may have changed, and new folders may not be watched yet. */
    private void recordAll(Set<String> changed) {
        LOG.info("events of {} were lost; checking all packages", root);
        watchTree(root);
        changed.addAll(namesIn(root));
        changed.addAll(watchedNames());
    }

    private Set<String> watchedNames() {
        return folders.values().stream()
                .filter(folder -> !folder.equals(root))
                .map(folder -> root.relativize(folder).getName(0).toString())
                .collect(Collectors.toSet());
    }

    /**
     * The system watches a folder on the disk, not its path. The path may by now lead to another folder, or to nothing.
     */
    private void checkRoot(Set<String> changed) {
        Optional<Object> now = identityOfRoot();
        // A folder that was deleted and created again may have the same identity.
        boolean isWatched = rootKey == null || rootKey.isValid();
        if (now.equals(identity) && isWatched) return;
        if (now.isEmpty()) LOG.warn("{} has disappeared; its packages are removed until it exists again", root);
        else if (identity.isEmpty()) LOG.info("{} exists again; checking all packages", root);
        else LOG.info("{} has been replaced; checking all packages", root);
        changed.addAll(watchedNames());
        folders.keySet().forEach(WatchKey::cancel);
        folders.clear();
        rootKey = null;
        identity = now;
        if (now.isEmpty()) return;
        watchTree(root);
        changed.addAll(namesIn(root));
    }

    private Optional<Object> identityOfRoot() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(root, BasicFileAttributes.class);
            if (!attributes.isDirectory()) return Optional.empty();
            return Optional.of(Objects.requireNonNullElse(attributes.fileKey(), root));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void watchTree(Path folder) {
        try {
            WatchKey key = folder.register(
                    service,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
            folders.put(key, folder);
            if (folder.equals(root)) rootKey = key;
        } catch (NoSuchFileException e) {
            if (folder.equals(root)) identity = Optional.empty();
            return;
        } catch (IOException e) {
            LOG.warn("cannot watch {}; reload it manually after changes", folder, e);
            return;
        }
        for (String name : namesIn(folder)) {
            Path inside = folder.resolve(name);
            if (isWatched(inside) && Files.isDirectory(inside)) watchTree(inside);
        }
    }

    /**
     * Returns whether to watch a path: a package's folder, the folders that it is loaded from, and all folders below
     * {@code code}.
     */
    private boolean isWatched(Path path) {
        Path inside = root.relativize(path);
        if (path.getFileName().toString().startsWith(".")) return false;
        return switch (inside.getNameCount()) {
            case 1 -> true;
            case 2 -> WATCHED.contains(inside.getName(1).toString());
            default -> inside.getName(1).toString().equals(PackageContents.CODE);
        };
    }

    /** Returns the names in a folder. Skips hidden entries, which are neither packages nor loaded into one. */
    private static Set<String> namesIn(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (NoSuchFileException e) {
            return Set.of();
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("cannot list {}", folder, e);
            return Set.of();
        }
    }
}
