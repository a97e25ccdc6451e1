package vesper.hosting.compiling;

import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;

/** Converts jar files to URLs for class loaders. */
public final class Jars {
    private Jars() {}

    public static URL[] urls(List<Path> jars) {
        return jars.stream().map(Jars::url).toArray(URL[]::new);
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(jar + " has no URL", e);
        }
    }
}
