package vesper.http.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder on disk, as it is at each moment. Symbolic links are followed as long as they stay within it and lead to nothing
 * hidden.
 */
final class FolderTree implements FileTree {
    private static final Logger log = LoggerFactory.getLogger(FolderTree.class);
    private static final Found NOTHING = new Found.Nothing();
    private static final Found FOLDER = new Found.Folder();

    /** Too short for anybody to notice who has just changed a file, and long where it is asked for a thousand times a second. */
    private static final Duration HOLDS = Duration.ofMillis(100);

    private final Path root;

    FolderTree(Path root) {
        this.root = root;
    }

    @Override
    public Duration holds() {
        return HOLDS;
    }

    @Override
    public Found at(FilePath path) throws IOException {
        try {
            Path file = pathOf(root, path);
            // Most siblings that are looked for are not there, and an exception costs ten times as much.
            if (!Files.exists(file)) return NOTHING;
            Path realRoot = root.toRealPath();
            Path real = file.toRealPath();
            if (!isWithin(realRoot, real)) return NOTHING;
            BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
            if (attributes.isDirectory()) return FOLDER;
            // Reading a pipe or a device would wait for whoever is at its other end.
            return attributes.isRegularFile() ? new Found.File(DiskFile.of(real, attributes)) : NOTHING;
        } catch (InvalidPathException e) {
            return NOTHING;
        } catch (AccessDeniedException e) {
            log.debug("{} may not be read", e.getFile());
            return NOTHING;
        } catch (FileSystemException e) {
            // Not there, a file where a folder should be, a loop of links, too long a name.
            return NOTHING;
        }
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
