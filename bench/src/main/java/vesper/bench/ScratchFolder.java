package vesper.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for what an experiment needs only while it runs; closing it deletes it with all that is in it. */
public final class ScratchFolder implements Closeable {
    private final Path path;

    private ScratchFolder(Path path) {
        this.path = path;
    }

    /** Where the system keeps what is temporary, which may be memory. */
    public static ScratchFolder make() throws IOException {
        return new ScratchFolder(Files.createTempDirectory("vesper-bench"));
    }

    /** On the disk of {@code parent}, for what may become large. */
    public static ScratchFolder in(Path parent) throws IOException {
        return new ScratchFolder(Files.createTempDirectory(parent, "scratch"));
    }

    /** A folder that is made where it is not there yet. */
    public static ScratchFolder at(Path path) throws IOException {
        return new ScratchFolder(Files.createDirectories(path));
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(path)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) Files.deleteIfExists(file);
    }
}
