package vesper.rest.routing;

import vesper.http.Handler;
import vesper.http.Method;
import vesper.rest.paths.PathPattern;

/**
 * Answers every method of every path from here down that no route answers: static files, or a package that is not
 * ready.
 *
 * @param path {@code /shop} for itself and all below it, {@code /} for everything
 * @param source where it comes from, {@code shop/web}; empty for what only stands in and makes way to any other
 */
public record Prefix(String path, String source, Handler handler) {
    public Prefix {
        path = PathPattern.join(path);
    }

    /** One that only stands in. */
    public Prefix(String path, Handler handler) {
        this(path, "", handler);
    }

    boolean standsIn() {
        return source.isEmpty();
    }

    /** What a request is told answers it, {@code GET /shop/**}. */
    String nameFor(Method method) {
        return method + (path.equals("/") ? " /**" : " " + path + "/**");
    }
}
