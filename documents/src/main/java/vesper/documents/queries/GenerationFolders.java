package vesper.documents.queries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folders of generations, each named by its number. */
final class GenerationFolders {
    private final Path folder;

    GenerationFolders(Path folder) {
        this.folder = folder;
    }

    /** Returns all folders, the newest first. */
    List<Path> all() throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> children = Files.list(folder)) {
            return children.filter(child -> number(child) > 0)
                    .sorted(Comparator.comparingLong(GenerationFolders::number).reversed())
                    .toList();
        }
    }

    Path next() throws IOException {
        List<Path> all = all();
        return folder.resolve(Long.toString(all.isEmpty() ? 1 : number(all.getFirst()) + 1));
    }

    static void delete(Path generation) throws IOException {
        if (!Files.exists(generation)) return;
        try (Stream<Path> files = Files.walk(generation)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    private static long number(Path generation) {
        String name = generation.getFileName().toString();
        return name.matches("[1-9][0-9]{0,17}") ? Long.parseLong(name) : 0;
    }
}
