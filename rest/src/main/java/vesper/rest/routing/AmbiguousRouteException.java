package vesper.rest.routing;

/** Two handler methods, or two prefixes, that would answer the same requests; the message names both sources. */
public final class AmbiguousRouteException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    AmbiguousRouteException(Route one, Route other) {
        super(one.method() + " " + one.pattern() + " is answered by both " + one.source() + " and " + other.source());
    }

    AmbiguousRouteException(Prefix one, Prefix other) {
        super(one.path() + "/ is answered by both " + one.source() + " and " + other.source());
    }
}
