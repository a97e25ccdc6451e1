package vesper.hosting;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;

/** Looks at a package's libraries before anything is loaded from them: a class loader takes a jar that is none for empty. */
final class DamagedJars {
    private DamagedJars() {}

    /** What is wrong with which of them, in one sentence; empty where each has a directory that can be read. */
    static Optional<String> in(PackageContents contents) {
        List<String> damaged = new ArrayList<>();
        for (Path jar : contents.jars()) damage(jar).ifPresent(damaged::add);
        return damaged.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", damaged));
    }

    private static Optional<String> damage(Path jar) {
        try (ZipFile _ = new ZipFile(jar.toFile())) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(nameOf(jar) + " is no jar that can be read: " + DiskFailure.reason(e));
        }
    }

    private static String nameOf(Path jar) {
        return PackageContents.LIBRARIES + "/" + jar.getFileName();
    }
}
