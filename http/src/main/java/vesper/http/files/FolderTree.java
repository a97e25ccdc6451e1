package vesper.http.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder on disk. Every lookup sees its current state. Symbolic links are followed if they stay within the folder and
 * lead to nothing hidden. The folder may be a link itself if it stays within another folder. A file that may not be
 * read counts as missing; an error of the disk does not.
 */
final class FolderTree implements FileTree {
    private static final Logger log = LoggerFactory.getLogger(FolderTree.class);
    private static final Found NOTHING = new Found.Nothing();
    private static final Found FOLDER = new Found.Folder();

    /**
     * Short enough that no user notices after a change, and long for a path that is requested a thousand times a
     * second.
     */
    private static final Duration HOLDS = Duration.ofMillis(100);

    /**
     * The limit of most file systems. One with a higher limit finds longer names anyway; one with a lower limit fails
     * for names that count as short here.
     */
    private static final int LONGEST_NAME_BYTES = 255;

    private static final int LONGEST_PATH_BYTES = 4096;

    private final Path root;
    /** Folder that the root must stay within, even through links. */
    private final Path outer;

    FolderTree(Path root, Path outer) {
        this.root = root;
        this.outer = outer;
    }

    @Override
    public Duration holds() {
        return HOLDS;
    }

    @Override
    public Found at(FilePath path) throws IOException {
        try {
            Path file = pathOf(root, path);
            // Most siblings looked up do not exist, and an exception would cost ten times as much.
            if (attributesOf(file) == null) return NOTHING;
            Path realRoot = root.toRealPath();
            Path real = file.toRealPath();
            if (!isWithin(realRoot, real) || !realRoot.startsWith(outer.toRealPath())) return NOTHING;
            BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
            if (attributes.isDirectory()) return FOLDER;
            // Reading a pipe or a device would wait for the process at the other end.
            if (!attributes.isRegularFile()) return NOTHING;
            // Checked for every file, since a large one is read only after its response has started.
            real.getFileSystem().provider().checkAccess(real, AccessMode.READ);
            return new Found.File(DiskFile.of(real, attributes));
        } catch (InvalidPathException | NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
            return NOTHING;
        } catch (AccessDeniedException e) {
            log.debug("{} may not be read", e.getFile());
            return NOTHING;
        } catch (FileSystemException e) {
            if (isLoop(e) || isTooLong(path) || isBelowFile(path)) return NOTHING;
            throw e;
        }
    }

    /** Returns null if nothing is there. Unlike {@link Files#exists}, it fails if the disk does. */
    private static @Nullable BasicFileAttributes attributesOf(Path file) throws IOException {
        return file.getFileSystem().provider().readAttributesIfExists(file, BasicFileAttributes.class);
    }

    /**
     * The JDK has no exception class for a loop of links. It appends these words to the system's message, which may be
     * in any language.
     */
    private static boolean isLoop(FileSystemException e) {
        return e.getReason() != null && e.getReason().endsWith("unable to access attributes of symbolic link");
    }

    private static boolean isTooLong(FilePath path) {
        int pathBytes = 0;
        for (String segment : path.segments()) {
            int bytes = segment.getBytes(UTF_8).length;
            if (bytes > LONGEST_NAME_BYTES) return true;
            pathBytes += bytes + 1;
        }
        return pathBytes > LONGEST_PATH_BYTES;
    }

    /** Returns whether the path continues below something that is not a folder. */
    private boolean isBelowFile(FilePath path) throws IOException {
        Path folder = root;
        for (String segment : path.segments()) {
            BasicFileAttributes attributes = attributesOf(folder);
            if (attributes == null || !attributes.isDirectory()) return true;
            folder = folder.resolve(segment);
        }
        return false;
    }

    private static Path pathOf(Path root, FilePath path) {
        Path file = root;
        for (String segment : path.segments()) file = file.resolve(segment);
        return file;
    }

    private static boolean isWithin(Path root, Path real) {
        if (!real.startsWith(root)) return false;
        if (real.equals(root)) return true;
        for (Path name : root.relativize(real)) if (!FilePath.isSafe(name.toString())) return false;
        return true;
    }
}
