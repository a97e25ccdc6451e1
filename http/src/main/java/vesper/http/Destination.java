package vesper.http;

/**
 * The route that would handle a request.
 *
 * @param route the later value of {@link Request#route()}; empty if unknown
 * @param vital whether an overloaded server still answers it: health checks, and whatever an operator needs to help the
 *     server
 */
public record Destination(String route, boolean vital) {
    public static final Destination UNKNOWN = new Destination("", false);
}
