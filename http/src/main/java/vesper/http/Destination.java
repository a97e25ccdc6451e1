package vesper.http;

/**
 * What would answer a request.
 *
 * @param route as {@link Request#route()} will name it; empty where nothing is known
 * @param vital whether it is answered even by a server that has too much to do: what tells how the server is, and what
 *     one could help it by
 */
public record Destination(String route, boolean vital) {
    public static final Destination UNKNOWN = new Destination("", false);
}
