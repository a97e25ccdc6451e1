package vesper.rest.multipart;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder that one {@link Uploads} has for itself, {@code PARENT/uploads-PID-RANDOM}: nobody can make it first, and
 * nobody else may look into it. It is made when the first file needs it, and again if somebody has cleared it away.
 * Links are never followed. Touches the disk.
 */
final class OwnFolder {
    private static final Logger log = LoggerFactory.getLogger(OwnFolder.class);
    private static final String PREFIX = "uploads-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]{1,18})(-[0-9]{1,20})?");

    private final Path parent;
    private @Nullable Path made;

    OwnFolder(Path parent) {
        this.parent = parent;
    }

    synchronized Path made() throws IOException {
        Path known = made;
        if (known != null && isFolder(known)) return known;
        Files.createDirectories(parent);
        made = known = Files.createTempDirectory(
                parent, PREFIX + ProcessHandle.current().pid() + "-");
        return known;
    }

    synchronized void delete() {
        Path known = made;
        made = null;
        if (known != null) delete(known);
    }

    /** Deletes what processes have left in a folder that nobody but these uses. */
    static void deleteLeftOvers(Path parent) {
        if (!Files.isDirectory(parent)) return;
        try (DirectoryStream<Path> children = Files.newDirectoryStream(parent, OwnFolder::isLeftOver)) {
            children.forEach(OwnFolder::delete);
        } catch (IOException e) {
            log.warn("what is left of earlier uploads cannot be deleted", e);
        }
    }

    /** A process may have the number that another one had before. */
    private static boolean isLeftOver(Path child) throws IOException {
        Matcher name = NAME.matcher(String.valueOf(child.getFileName()));
        if (!name.matches() || !isFolder(child)) return false;
        Optional<Instant> ownerSince = ProcessHandle.of(Long.parseLong(name.group(1)))
                .flatMap(owner -> owner.info().startInstant());
        Instant lastUsed =
                Files.getLastModifiedTime(child, LinkOption.NOFOLLOW_LINKS).toInstant();
        return ownerSince.isEmpty() || lastUsed.isBefore(ownerSince.get());
    }

    private static void delete(Path folder) {
        if (!isFolder(folder)) return;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            files.forEach(Storage::delete);
        } catch (IOException e) {
            log.warn("the files of uploads cannot be deleted", e);
        }
        Storage.delete(folder);
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public String toString() {
        return parent.toString();
    }
}
