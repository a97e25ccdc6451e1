package vesper.hosting.installing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.files.DiskSpace;

/**
 * The folders of packages, and their replacement by others.
 * <pre>
 * packages/orders                    the package that is served
 * packages/.vesper/incoming/…/orders an archive that is being unpacked
 * packages/.vesper/replaced/orders   the previous package, until its successor serves
 * </pre>
 * All three are on one disk, so that each step is a single rename. If the process ends between two steps, a folder
 * remains in {@code replaced}. {@link #recover} moves it back unless its place is taken. This covers a killed process;
 * the state after a power failure depends on the file system. One thread at a time moves folders of packages. Any
 * thread may receive archives.
 */
public final class PackageFolders {
    private static final Logger LOG = LoggerFactory.getLogger(PackageFolders.class);
    private static final String WORK_FOLDER = ".vesper";

    private final Path packages;
    private final Path workFolder;
    private final Path incoming;
    private final Path replaced;
    private final Trash trash;

    public PackageFolders(Path packages, Trash trash) {
        this.packages = packages;
        this.workFolder = packages.resolve(WORK_FOLDER);
        this.incoming = workFolder.resolve("incoming");
        this.replaced = workFolder.resolve("replaced");
        this.trash = trash;
    }

    /**
     * Completes what a previous process left unfinished: a folder in {@code replaced} is moved back, or to the trash.
     */
    public void recover() throws IOException {
        if (!Files.isDirectory(workFolder)) return;
        for (Path left : entriesOf(replaced)) {
            Path place = packages.resolve(left.getFileName());
            if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                tryMoveToTrash(left);
            } else {
                Files.move(left, place);
                LOG.info("{} was being replaced when the server stopped; restored it", place);
            }
        }
        for (Path left : entriesOf(incoming)) PackageFileTree.delete(left);
        deleteEmptyFolders();
    }

    /** Returns the names of the package folders, sorted. Hidden folders are not packages. */
    public List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(packages)) {
            return entries.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Creates an empty folder for an archive that is being received. */
    public synchronized Path newIncoming() throws IOException {
        Files.createDirectories(incoming);
        return Files.createTempDirectory(incoming, "");
    }

    /** Deletes a folder that {@link #newIncoming} returned. */
    public void discard(Path folder) {
        try {
            PackageFileTree.delete(folder);
            deleteEmptyFolders();
        } catch (IOException e) {
            LOG.warn("cannot delete {}; the next start retries", folder, e);
        }
    }

    /**
     * Replaces the package folder of this name by another folder. The old one is kept until {@link #discardReplaced}.
     */
    public void replace(Path folder, String name) throws IOException {
        Path place = packages.resolve(name);
        boolean exists = Files.exists(place, LinkOption.NOFOLLOW_LINKS);
        if (exists) moveAside(name);
        try {
            Files.move(folder, place);
        } catch (IOException e) {
            if (exists) Files.move(replaced.resolve(name), place);
            throw e;
        }
    }

    /** Moves the package folder of this name to {@code replaced}. */
    public void moveAside(String name) throws IOException {
        Path aside = replaced.resolve(name);
        // Left from an earlier replacement, if it could not be moved to the trash at that time.
        if (Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) trash.add(aside);
        renameAside(name);
    }

    private synchronized void renameAside(String name) throws IOException {
        Files.createDirectories(replaced);
        Files.move(packages.resolve(name), replaced.resolve(name));
    }

    /** Undoes {@link #replace}: moves the folder back to where it came from, and restores the previous one. */
    public void undoReplace(String name, Path cameFrom) throws IOException {
        Path place = packages.resolve(name);
        // A rename succeeds even on a full disk.
        Files.move(place, cameFrom);
        Path aside = replaced.resolve(name);
        if (Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) Files.move(aside, place);
    }

    /** Moves the replaced folder of this name to the trash. Returns its new location; empty if it was deleted. */
    public Optional<Path> discardReplaced(String name) {
        Path aside = replaced.resolve(name);
        return Files.exists(aside, LinkOption.NOFOLLOW_LINKS) ? tryMoveToTrash(aside) : Optional.empty();
    }

    private Optional<Path> tryMoveToTrash(Path aside) {
        try {
            return moveToTrash(aside);
        } catch (IOException e) {
            return keepForNextStart(aside, e);
        }
    }

    private Optional<Path> moveToTrash(Path aside) throws IOException {
        Optional<Path> kept = trash.add(aside);
        deleteEmptyFolders();
        return kept;
    }

    private static Optional<Path> keepForNextStart(Path aside, IOException why) {
        LOG.warn("cannot move {} to the trash; the next start retries", aside, why);
        return Optional.of(aside);
    }

    /**
     * Moves the package folder of this name to the trash. Returns its new location. If the disk is too full for that,
     * deletes the folder permanently, so that operators can free space.
     */
    public Optional<Path> remove(String name) throws IOException {
        try {
            moveAside(name);
        } catch (IOException e) {
            if (!DiskSpace.isLackedBy(e)) throw e;
            return deletePermanently(name, e);
        }
        Path aside = replaced.resolve(name);
        try {
            return moveToTrash(aside);
        } catch (IOException e) {
            return DiskSpace.isLackedBy(e) ? deletePermanently(name, e) : keepForNextStart(aside, e);
        }
    }

    /** Returns the package folder's name for an entry of the trash; empty if the trash has no such entry. */
    public Optional<String> nameOfTrashed(String inTrash) throws IOException {
        return trash.find(inTrash).map(Trash.TrashEntry::originalName);
    }

    /**
     * Moves a folder from the trash back to its place.
     *
     * @param inTrash name of the entry in the trash
     * @throws NoSuchFileException if the trash does not contain it
     * @throws FileAlreadyExistsException if its place is taken
     */
    public void restore(String inTrash) throws IOException {
        Trash.TrashEntry kept = trash.find(inTrash).orElseThrow(() -> new NoSuchFileException(inTrash));
        Path place = packages.resolve(kept.originalName());
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) throw new FileAlreadyExistsException(kept.originalName());
        try {
            Files.move(kept.path(), place, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException _) {
            restoreCopy(kept, place);
        }
    }

    /**
     * Restores a folder from another disk. Moves the copy into place when it is complete, and then deletes the original
     * in the trash.
     */
    private void restoreCopy(Trash.TrashEntry kept, Path place) throws IOException {
        Path folder = newIncoming();
        try {
            Path arrived = folder.resolve(kept.originalName());
            PackageFileTree.copy(kept.path(), arrived);
            Files.move(arrived, place);
        } finally {
            discard(folder);
        }
        PackageFileTree.delete(kept.path());
    }

    private Optional<Path> deletePermanently(String name, IOException why) throws IOException {
        LOG.warn("{} is deleted permanently: no space for the trash ({})", name, why.getMessage());
        PackageFileTree.delete(packages.resolve(name));
        PackageFileTree.delete(replaced.resolve(name));
        deleteEmptyFolders();
        return Optional.empty();
    }

    /** Deletes the hidden folders if they are empty. */
    private synchronized void deleteEmptyFolders() throws IOException {
        for (Path folder : List.of(incoming, replaced, workFolder)) {
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException e) {
                LOG.trace("{} is in use", folder, e);
            }
        }
    }

    private static List<Path> entriesOf(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }
}
