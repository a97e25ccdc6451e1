package vesper.http;

/**
 * The route that would handle a request.
 *
 * @param route the later value of {@link Request#route()}; empty if unknown
 * @param vital whether an overloaded server still answers it: health checks, and the means by which an operator can
 *     help the server
 */
public record Destination(String route, boolean vital) {
    public static final Destination UNKNOWN = new Destination("", false);
}
