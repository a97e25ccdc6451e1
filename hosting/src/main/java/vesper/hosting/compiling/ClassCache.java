package vesper.hosting.compiling;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiled classes and doc comments on disk, one file for each package: {@code FOLDER/PACKAGE/KEY.classes}, as drawn in
 * {@code docs/formats/class-cache.md}.
 *
 * <p>It only ever saves work. A file that is damaged, foreign or cannot be read counts as not there; one that cannot
 * be written is logged and goes without. It holds the newest entry of each package. Any thread, though one package's
 * entries are written by one thread at a time.
 */
public final class ClassCache {
    private static final Logger LOG = LoggerFactory.getLogger(ClassCache.class);
    private static final String SUFFIX = ".classes";
    private static final Pattern OURS = Pattern.compile("[0-9a-f]{64}\\.classes(\\.new)?");

    private final Path folder;

    /** A cache in this folder, which is made when the first entry is. */
    public ClassCache(Path folder) {
        this.folder = folder;
    }

    /** What is stored under this key, if it is there and whole. */
    public Optional<Compilation.Compiled> find(String packageName, CacheKey key) {
        Path file = fileOf(packageName, key);
        try {
            return Optional.of(CacheFile.decode(key, Files.readAllBytes(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (DamagedCacheFileException e) {
            LOG.warn("{} is damaged ({}); compiling instead", file, e.getMessage());
            return Optional.empty();
        } catch (IOException e) {
            LOG.warn("{} cannot be read; compiling instead", file, e);
            return Optional.empty();
        }
    }

    /** Stores what came of a package's sources in the place of all that it had. */
    public void store(String packageName, CacheKey key, Compilation.Compiled compiled) {
        Path stored = folder.resolve(packageName);
        Path file = fileOf(packageName, key);
        try {
            Files.createDirectories(stored);
            Path written = file.resolveSibling(key.hex() + SUFFIX + ".new");
            write(written, CacheFile.encode(key, compiled));
            replace(file, written);
            deleteOurs(stored, file);
        } catch (IOException e) {
            LOG.warn("{} cannot be written; the next start compiles again", file, e);
        }
    }

    /** As {@link #store}, where it is not stored already. */
    public void keep(String packageName, CacheKey key, Compilation.Compiled compiled) {
        if (!Files.exists(fileOf(packageName, key))) store(packageName, key, compiled);
    }

    /** Deletes what is stored for a package. */
    public void forget(String packageName) {
        Path stored = folder.resolve(packageName);
        if (!Files.isDirectory(stored)) return;
        try {
            forget(stored);
        } catch (IOException e) {
            LOG.warn("{} cannot be deleted; the next start tries again", stored, e);
        }
    }

    /** Deletes what is stored for packages other than these. */
    public void keepOnly(Set<String> packageNames) {
        if (!Files.isDirectory(folder)) return;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, Files::isDirectory)) {
            for (Path stored : folders) {
                if (!packageNames.contains(stored.getFileName().toString())) forget(stored);
            }
        } catch (IOException e) {
            LOG.warn("{} cannot be cleaned", folder, e);
        }
    }

    private Path fileOf(String packageName, CacheKey key) {
        return folder.resolve(packageName).resolve(key.hex() + SUFFIX);
    }

    /** A disk that is full keeps no fragment. */
    private static void write(Path file, byte[] content) throws IOException {
        try {
            Files.write(file, content);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** A reader sees the old file or the new one, never a part. */
    private static void replace(Path file, Path written) throws IOException {
        try {
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void forget(Path stored) throws IOException {
        deleteOurs(stored, stored);
        // A folder with other people's files in it stays.
        try (DirectoryStream<Path> left = Files.newDirectoryStream(stored)) {
            if (left.iterator().hasNext()) return;
        }
        Files.delete(stored);
    }

    private static void deleteOurs(Path stored, Path butNot) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(stored)) {
            for (Path file : files) {
                boolean ours = OURS.matcher(file.getFileName().toString()).matches();
                if (ours && !file.equals(butNot)) Files.deleteIfExists(file);
            }
        }
    }
}
