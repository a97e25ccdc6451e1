package vesper.rest.routing;

import vesper.http.Handler;
import vesper.http.Method;
import vesper.rest.paths.PathPattern;

/**
 * Answers every method of every path from here down that no route answers: static files, or a package that is not
 * ready.
 *
 * @param path {@code /shop} for itself and all below it, {@code /} for everything
 */
public record Prefix(String path, Handler handler) {
    public Prefix {
        path = PathPattern.join(path);
    }

    /** What a request is told answers it, {@code GET /shop/**}. */
    String nameFor(Method method) {
        return method + (path.equals("/") ? " /**" : " " + path + "/**");
    }
}
