package vesper.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A folder for temporary files of an experiment. Closing it deletes it with everything in it. */
public final class ScratchFolder implements Closeable {
    private final Path path;

    private ScratchFolder(Path path) {
        this.path = path;
    }

    /** Creates a folder in the system's temporary directory, which may be in memory. */
    public static ScratchFolder create() throws IOException {
        return new ScratchFolder(Files.createTempDirectory("vesper-bench"));
    }

    /** Creates a folder on the disk of {@code parent}, for files that may become large. */
    public static ScratchFolder in(Path parent) throws IOException {
        return new ScratchFolder(Files.createTempDirectory(parent, "scratch"));
    }

    /** Uses the given folder, and creates it if it does not exist. */
    public static ScratchFolder at(Path path) throws IOException {
        return new ScratchFolder(Files.createDirectories(path));
    }

    public Path path() {
        return path;
    }

    /**
     * Deletes as much as possible before it throws the first failure. Files that disappear during the walk are no
     * failure.
     */
    @Override
    public void close() throws IOException {
        List<IOException> failures = new ArrayList<>();
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                return delete(file);
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return delete(file);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
                return delete(folder);
            }

            private FileVisitResult delete(Path file) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException failure) {
                    failures.add(failure);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        if (failures.isEmpty()) return;
        IOException first = failures.removeFirst();
        failures.forEach(first::addSuppressed);
        throw first;
    }
}
