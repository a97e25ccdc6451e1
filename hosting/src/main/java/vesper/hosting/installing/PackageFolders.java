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
 * The folders of packages, and how one takes the place of another.
 *
 * <pre>
 * packages/orders                    what is served
 * packages/.vesper/incoming/…/orders what is being unpacked
 * packages/.vesper/replaced/orders   what has been moved out of the way, until its successor serves
 * </pre>
 *
 * All three are on one disk, so that each step is one rename. A process that ends between two steps leaves a folder in
 * {@code replaced}; {@link #recover} puts it back where nothing has taken its place. That holds for a process that is
 * killed; what a power cut leaves is up to the file system. One thread at a time moves folders of packages; any thread
 * has something sent in.
 */
public final class PackageFolders {
    private static final Logger LOG = LoggerFactory.getLogger(PackageFolders.class);
    private static final String OURS = ".vesper";

    private final Path packages;
    private final Path ours;
    private final Path incoming;
    private final Path replaced;
    private final Trash trash;

    public PackageFolders(Path packages, Trash trash) {
        this.packages = packages;
        this.ours = packages.resolve(OURS);
        this.incoming = ours.resolve("incoming");
        this.replaced = ours.resolve("replaced");
        this.trash = trash;
    }

    /** Ends what a process has left in the middle: a folder that was moved out of the way is put back, or is trash. */
    public void recover() throws IOException {
        if (!Files.isDirectory(ours)) return;
        for (Path left : entriesOf(replaced)) {
            Path place = packages.resolve(left.getFileName());
            if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                intoTrash(left);
            } else {
                Files.move(left, place);
                LOG.info("{} was being replaced when the server ended; it is back", place);
            }
        }
        for (Path left : entriesOf(incoming)) FileTree.delete(left);
        tidy();
    }

    /** The names of the folders of packages, in order; hidden folders are none. */
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

    /** A new folder, empty, for something that is being sent in. */
    public synchronized Path newIncoming() throws IOException {
        Files.createDirectories(incoming);
        return Files.createTempDirectory(incoming, "");
    }

    /** Deletes what {@link #newIncoming} gave. */
    public void discard(Path folder) {
        try {
            FileTree.delete(folder);
            tidy();
        } catch (IOException e) {
            LOG.warn("{} cannot be deleted; the next start tries again", folder, e);
        }
    }

    /** Puts a folder in the place of the package folder of this name, which is kept until {@link #settle}. */
    public void put(Path folder, String name) throws IOException {
        Path place = packages.resolve(name);
        boolean isThere = Files.exists(place, LinkOption.NOFOLLOW_LINKS);
        if (isThere) setAside(name);
        try {
            Files.move(folder, place);
        } catch (IOException e) {
            if (isThere) Files.move(replaced.resolve(name), place);
            throw e;
        }
    }

    /** Moves the package folder of this name out of the way. */
    public void setAside(String name) throws IOException {
        Path aside = replaced.resolve(name);
        // What is left there from before could not be moved to the trash then.
        if (Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) trash.take(aside);
        moveAside(name);
    }

    private synchronized void moveAside(String name) throws IOException {
        Files.createDirectories(replaced);
        Files.move(packages.resolve(name), replaced.resolve(name));
    }

    /** Takes back {@link #put}: the folder is where it came from, and the one that was there before is back. */
    public void takeBack(String name, Path cameFrom) throws IOException {
        Path place = packages.resolve(name);
        // A rename, which a full disk has room for.
        Files.move(place, cameFrom);
        Path aside = replaced.resolve(name);
        if (Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) Files.move(aside, place);
    }

    /** Lets go of what was kept under this name; says where it lies now, if anywhere. */
    public Optional<Path> settle(String name) {
        Path aside = replaced.resolve(name);
        return Files.exists(aside, LinkOption.NOFOLLOW_LINKS) ? intoTrash(aside) : Optional.empty();
    }

    private Optional<Path> intoTrash(Path aside) {
        try {
            return trashed(aside);
        } catch (IOException e) {
            return keptFor(aside, e);
        }
    }

    private Optional<Path> trashed(Path aside) throws IOException {
        Optional<Path> kept = trash.take(aside);
        tidy();
        return kept;
    }

    private static Optional<Path> keptFor(Path aside, IOException why) {
        LOG.warn("{} cannot be moved to the trash; the next start tries again", aside, why);
        return Optional.of(aside);
    }

    /**
     * Moves the package folder of this name to the trash; says where it lies now. Where a full disk does not allow
     * that, it is deleted for good: on a full disk one must be able to make room.
     */
    public Optional<Path> remove(String name) throws IOException {
        try {
            setAside(name);
        } catch (IOException e) {
            if (!DiskSpace.isLackedBy(e)) throw e;
            return deletedForGood(name, e);
        }
        Path aside = replaced.resolve(name);
        try {
            return trashed(aside);
        } catch (IOException e) {
            return DiskSpace.isLackedBy(e) ? deletedForGood(name, e) : keptFor(aside, e);
        }
    }

    /** The name that the folder had which the trash holds under this one; empty where it holds none. */
    public Optional<String> nameOfTrashed(String inTrash) throws IOException {
        return trash.find(inTrash).map(Trash.Kept::was);
    }

    /**
     * Puts a folder back that the trash holds, where nothing has taken its place.
     *
     * @param inTrash as {@link #remove} gave it
     * @throws NoSuchFileException if the trash does not hold it
     * @throws FileAlreadyExistsException if something has taken its place
     */
    public void putBack(String inTrash) throws IOException {
        Trash.Kept kept = trash.find(inTrash).orElseThrow(() -> new NoSuchFileException(inTrash));
        Path place = packages.resolve(kept.was());
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) throw new FileAlreadyExistsException(kept.was());
        try {
            Files.move(kept.place(), place, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException _) {
            putCopy(kept, place);
        }
    }

    /** From another disk: nobody is to see half of it, and the trash lets go of its own only when it is there. */
    private void putCopy(Trash.Kept kept, Path place) throws IOException {
        Path folder = newIncoming();
        try {
            Path arrived = folder.resolve(kept.was());
            FileTree.copy(kept.place(), arrived);
            Files.move(arrived, place);
        } finally {
            discard(folder);
        }
        FileTree.delete(kept.place());
    }

    private Optional<Path> deletedForGood(String name, IOException why) throws IOException {
        LOG.warn("{} is deleted for good: the trash has no room ({})", name, why.getMessage());
        FileTree.delete(packages.resolve(name));
        FileTree.delete(replaced.resolve(name));
        tidy();
        return Optional.empty();
    }

    /** The hidden folders are there only while they hold something. */
    private synchronized void tidy() throws IOException {
        for (Path folder : List.of(incoming, replaced, ours)) {
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
