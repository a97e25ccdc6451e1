package vesper.http;

/**
 * A function that finds the route of a request without handling the request. Called only under overload, on the thread
 * that would otherwise handle the request. It must not block and must not touch the request's body.
 */
@FunctionalInterface
public interface Destinations {
    /** An instance that does not distinguish routes. */
    Destinations NONE = _ -> Destination.UNKNOWN;

    Destination of(Request request);
}
