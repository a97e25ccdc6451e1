package vesper.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Folders for benchmarks. They lie beside the classes, so on a disk; the system's temporary folder may be in memory.
 */
final class Folders {
    private Folders() {}

    static Path make() throws IOException {
        Path target = Files.createDirectories(Path.of(System.getProperty("vesper.journal.folder", "target")));
        return Files.createTempDirectory(target, "journal-");
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) Files.delete(file);
        }
        Files.delete(folder);
    }
}
