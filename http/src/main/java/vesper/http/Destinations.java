package vesper.http;

/**
 * Says what would answer a request, without answering it. Asked only while there is too much to do, on the thread that
 * would handle the request otherwise; must not wait, and must not touch the request's body.
 */
@FunctionalInterface
public interface Destinations {
    /** For servers that do not tell one request from another. */
    Destinations NONE = _ -> Destination.UNKNOWN;

    Destination of(Request request);
}
