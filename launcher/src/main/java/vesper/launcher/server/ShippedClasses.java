package vesper.launcher.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The class cache of the packages that ship, created by the build. A server without a class cache starts with a copy,
 * so that its first start compiles nothing. Classes whose sources have changed are compiled again.
 */
final class ShippedClasses {
    private static final Logger LOG = LoggerFactory.getLogger(ShippedClasses.class);

    private final Path folder;

    private ShippedClasses(Path folder) {
        this.folder = folder;
    }

    /** Returns the cache of the Vesper that was built in this folder. */
    static ShippedClasses of(Path home) {
        return new ShippedClasses(home.resolve("launcher/target/dist/classes"));
    }

    /** Copies the cache if the target does not exist. A failure only makes the start slower. */
    void copyTo(Path target) {
        if (Files.exists(target) || !Files.isDirectory(folder)) return;
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> sources = walk.toList();
            for (Path source : sources) Files.copy(source, target.resolve(folder.relativize(source)));
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("the class cache that ships was not copied to {}", target, e);
        }
    }
}
