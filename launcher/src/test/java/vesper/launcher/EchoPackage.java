package vesper.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies the shipped package {@code echo} to a folder of a test. */
final class EchoPackage {
    private EchoPackage() {}

    /** Returns the folder of packages to serve. */
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
