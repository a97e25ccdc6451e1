package vesper.bench.load;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs as a shell does. */
public final class SearchPath {
    /** Where Debian and others put servers, which is not on everybody's PATH. */
    private static final String OF_SUPERUSER = "/usr/sbin:/usr/local/sbin:/usr/local/nginx/sbin";

    private SearchPath() {}

    /** @param searchPath as the variable PATH */
    public static Optional<Path> find(String program, String searchPath) {
        return Stream.of(searchPath.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Where a superuser's shell would look too. */
    public static Optional<Path> findServer(String program, String searchPath) {
        return find(program, searchPath + File.pathSeparator + OF_SUPERUSER);
    }
}
