package vesper.rest.routing;

import vesper.http.Audience;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Method;
import vesper.rest.access.Permission;
import vesper.rest.paths.PathPattern;

/**
 * A handler for all methods of all paths under a prefix that no route handles: static files, or a package that is not
 * ready.
 *
 * @param path {@code /shop} for itself and all paths below it, {@code /} for all paths
 * @param source its origin, {@code shop/web}; empty for a placeholder, which any other prefix replaces
 * @param audience the callers that it is for, and those of wrong methods of routes below it
 * @param permission the word of its code on who may call it
 */
public record Prefix(String path, String source, Handler handler, Audience audience, Permission permission) {
    public Prefix {
        path = PathPattern.join(path);
    }

    /** Creates a prefix whose code does not say who may call it. */
    public Prefix(String path, String source, Handler handler, Audience audience) {
        this(path, source, handler, audience, Permission.UNSTATED);
    }

    /** Creates a prefix for callers of services. */
    public Prefix(String path, String source, Handler handler) {
        this(path, source, handler, Audience.SERVICE);
    }

    /** Creates a placeholder. */
    public Prefix(String path, Handler handler) {
        this(path, "", handler);
    }

    /** Returns a copy for other callers. */
    public Prefix forAudience(Audience other) {
        return new Prefix(path, source, handler, other, permission);
    }

    /** Returns a copy that these callers may use. */
    public Prefix withPermission(Permission other) {
        return new Prefix(path, source, handler, audience, other);
    }

    /** Returns a copy with a filter in front of its handler. */
    public Prefix filteredBy(Filter filter) {
        return new Prefix(path, source, filter.before(handler), audience, permission);
    }

    boolean isPlaceholder() {
        return source.isEmpty();
    }

    /** Returns the name that requests report as their route, {@code GET /shop/**}. */
    String nameFor(Method method) {
        return method + (path.equals("/") ? " /**" : " " + path + "/**");
    }
}
