package vesper.bench.load;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs in the folders of a PATH. */
public final class SearchPath {
    /** Folders in which Debian and others install servers, and which may be missing from a user's PATH. */
    private static final String SERVER_FOLDERS = "/usr/sbin:/usr/local/sbin:/usr/local/nginx/sbin";

    private SearchPath() {}

    /** @param searchPath value of the variable PATH */
    public static Optional<Path> find(String program, String searchPath) {
        return Stream.of(searchPath.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Finds a program in the PATH or in the folders for servers. */
    public static Optional<Path> findServer(String program, String searchPath) {
        return find(program, searchPath + File.pathSeparator + SERVER_FOLDERS);
    }
}
