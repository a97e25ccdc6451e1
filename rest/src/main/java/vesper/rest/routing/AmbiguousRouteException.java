package vesper.rest.routing;

/** Two handler methods that would answer the same requests; the message names both sources. */
public final class AmbiguousRouteException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    AmbiguousRouteException(Route one, Route other) {
        super(one.method() + " " + one.pattern() + " is answered by both " + one.source() + " and " + other.source());
    }
}
