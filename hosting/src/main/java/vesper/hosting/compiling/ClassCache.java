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
 * A disk cache of compiled classes and doc comments, one file for each package: {@code FOLDER/PACKAGE/KEY.classes}, as
 * described in {@code docs/formats/class-cache.md}.
 *
 * <p>The cache is only an optimization, so its errors never prevent a package from loading. A file that is damaged,
 * foreign or unreadable counts as missing. A failure to write is logged and otherwise ignored. The cache holds the
 * newest entry of each package. Any thread may use it, but the entries of one package are written by one thread at a
 * time.
 */
public final class ClassCache {
    private static final Logger LOG = LoggerFactory.getLogger(ClassCache.class);
    private static final String SUFFIX = ".classes";
    private static final Pattern ENTRY = Pattern.compile("[0-9a-f]{64}\\.classes(\\.new)?");

    private final Path folder;

    /** Creates a cache in this folder, which is created for the first entry. */
    public ClassCache(Path folder) {
        this.folder = folder;
    }

    /** Returns the entry of this key, if it exists and is intact. */
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
            LOG.warn("cannot read {}; compiling instead", file, e);
            return Optional.empty();
        }
    }

    /** Stores the result of compiling a package, in place of its previous entry. */
    public void store(String packageName, CacheKey key, Compilation.Compiled compiled) {
        Path stored = folder.resolve(packageName);
        Path file = fileOf(packageName, key);
        try {
            Files.createDirectories(stored);
            Path written = file.resolveSibling(key.hex() + SUFFIX + ".new");
            write(written, CacheFile.encode(key, compiled));
            replace(file, written);
            deleteEntries(stored, file);
        } catch (IOException e) {
            LOG.warn("cannot write {}; the next start compiles again", file, e);
        }
    }

    /** Stores an entry like {@link #store}, unless it already exists. */
    public void storeIfAbsent(String packageName, CacheKey key, Compilation.Compiled compiled) {
        if (!Files.exists(fileOf(packageName, key))) store(packageName, key, compiled);
    }

    /** Deletes the entry of a package. */
    public void delete(String packageName) {
        Path stored = folder.resolve(packageName);
        if (!Files.isDirectory(stored)) return;
        try {
            delete(stored);
        } catch (IOException e) {
            LOG.warn("cannot delete {}; the next start retries", stored, e);
        }
    }

    /** Deletes the entries of all other packages. */
    public void retainAll(Set<String> packageNames) {
        if (!Files.isDirectory(folder)) return;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, Files::isDirectory)) {
            for (Path stored : folders) {
                if (!packageNames.contains(stored.getFileName().toString())) delete(stored);
            }
        } catch (IOException e) {
            LOG.warn("cannot clean up {}", folder, e);
        }
    }

    private Path fileOf(String packageName, CacheKey key) {
        return folder.resolve(packageName).resolve(key.hex() + SUFFIX);
    }

    /** Deletes a partial file if the disk is full. */
    private static void write(Path file, byte[] content) throws IOException {
        try {
            Files.write(file, content);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Replaces atomically where possible, so that a reader sees the old file or the new one, never a part. */
    private static void replace(Path file, Path written) throws IOException {
        try {
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void delete(Path stored) throws IOException {
        deleteEntries(stored, stored);
        // A folder that contains other files is kept.
        try (DirectoryStream<Path> left = Files.newDirectoryStream(stored)) {
            if (left.iterator().hasNext()) return;
        }
        Files.delete(stored);
    }

    private static void deleteEntries(Path stored, Path butNot) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(stored)) {
            for (Path file : files) {
                boolean ours = ENTRY.matcher(file.getFileName().toString()).matches();
                if (ours && !file.equals(butNot)) Files.deleteIfExists(file);
            }
        }
    }
}
