package vesper.rest.routing;

/** Thrown when two handler methods, or two prefixes, would handle the same requests. The message names both sources. */
public final class AmbiguousRouteException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    AmbiguousRouteException(Route one, Route other) {
        super(one.method() + " " + one.pattern() + " is handled by both " + one.source() + " and " + other.source());
    }

    AmbiguousRouteException(Prefix one, Prefix other) {
        super(one.path() + "/ is handled by both " + one.source() + " and " + other.source());
    }
}
