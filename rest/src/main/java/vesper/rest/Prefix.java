package vesper.rest;

import vesper.http.Handler;

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

    /** What requests are told answers them, {@code /shop/**}. */
    String name() {
        return path.equals("/") ? "/**" : path + "/**";
    }
}
