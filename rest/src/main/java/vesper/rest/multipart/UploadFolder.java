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
 * The private folder of one {@link Uploads}, {@code PARENT/uploads-PID-RANDOM}. Its name cannot be predicted, and only
 * our user can read it. It is created for the first file, and again if it has been deleted in the meantime. Symbolic
 * links are never followed. All methods access the disk.
 */
final class UploadFolder {
    private static final Logger log = LoggerFactory.getLogger(UploadFolder.class);
    private static final String PREFIX = "uploads-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]{1,18})(-[0-9]{1,20})?");

    private final Path parent;
    private @Nullable Path folder;

    UploadFolder(Path parent) {
        this.parent = parent;
    }

    synchronized Path createIfAbsent() throws IOException {
        Path known = folder;
        if (known != null && isFolder(known)) return known;
        Files.createDirectories(parent);
        folder = known = Files.createTempDirectory(
                parent, PREFIX + ProcessHandle.current().pid() + "-");
        return known;
    }

    synchronized void delete() {
        Path known = folder;
        folder = null;
        if (known != null) delete(known);
    }

    /** Deletes the folders of earlier processes in a parent folder that is used for uploads only. */
    static void deleteLeftOvers(Path parent) {
        if (!Files.isDirectory(parent)) return;
        try (DirectoryStream<Path> children = Files.newDirectoryStream(parent, UploadFolder::isLeftOver)) {
            children.forEach(UploadFolder::delete);
        } catch (IOException e) {
            log.warn("cannot delete the files of earlier uploads", e);
        }
    }

    /**
     * Returns whether the folder's process has ended. PIDs are reused, so a process that started after the folder's
     * last use is not its owner.
     */
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
            files.forEach(UploadStorage::delete);
        } catch (IOException e) {
            log.warn("cannot delete the files of uploads", e);
        }
        UploadStorage.delete(folder);
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public String toString() {
        return parent.toString();
    }
}
