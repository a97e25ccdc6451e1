package vesper.rest.routing;

import vesper.http.Request;
import vesper.rest.media.Accept;

/** Content negotiation for handlers that do not belong to a route. */
public final class Negotiation {
    private Negotiation() {}

    /** Returns whether the client prefers an HTML page to a problem document, as browsers do. */
    public static boolean prefersHtml(Request request) {
        return Accept.of(request.headers()).prefersHtml();
    }
}
