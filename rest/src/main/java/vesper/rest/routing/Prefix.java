package vesper.rest.routing;

import vesper.http.Handler;
import vesper.http.Method;
import vesper.rest.paths.PathPattern;

/**
 * A handler for all methods of all paths under a prefix that no route handles: static files, or a package that is not
 * ready.
 *
 * @param path {@code /shop} for itself and all paths below it, {@code /} for all paths
 * @param source its origin, {@code shop/web}; empty for a placeholder, which any other prefix replaces
 */
public record Prefix(String path, String source, Handler handler) {
    public Prefix {
        path = PathPattern.join(path);
    }

    /** Creates a placeholder. */
    public Prefix(String path, Handler handler) {
        this(path, "", handler);
    }

    boolean standsIn() {
        return source.isEmpty();
    }

    /** Returns the name that requests report as their route, {@code GET /shop/**}. */
    String nameFor(Method method) {
        return method + (path.equals("/") ? " /**" : " " + path + "/**");
    }
}
