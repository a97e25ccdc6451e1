package vesper.bench.load;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs as a shell does. */
public final class SearchPath {
    private SearchPath() {}

    /** @param searchPath as the variable PATH */
    public static Optional<Path> find(String program, String searchPath) {
        return Stream.of(searchPath.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
