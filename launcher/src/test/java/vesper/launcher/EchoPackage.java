package vesper.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The package {@code echo} that ships, in a folder of a test's own. */
final class EchoPackage {
    private EchoPackage() {}

    /** The folder of packages to serve. */
    static Path in(Path folder) throws IOException {
        Path packages = folder.resolve("packages");
        Path shipped = Path.of("../packages/echo");
        for (String file : new String[] {"package.properties", "code/Echo.groovy"}) {
            if (!Files.exists(shipped.resolve(file))) continue;
            Path target = packages.resolve("echo").resolve(file);
            Files.createDirectories(target.getParent());
            Files.copy(shipped.resolve(file), target);
        }
        return packages;
    }
}
