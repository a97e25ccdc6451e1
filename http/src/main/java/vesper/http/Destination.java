package vesper.http;

/**
 * The route that would handle a request.
 *
 * @param route the later value of {@link Request#route()}; empty if no route handles the request
 * @param audience the callers that the route is for
 */
public record Destination(String route, Audience audience) {
    public static final Destination UNKNOWN = new Destination("", Audience.SERVICE);
}
