package vesper.rest.routing;

import vesper.http.Request;
import vesper.rest.media.Accept;

/** What kind of client asks, for those who answer without a route. */
public final class Negotiation {
    private Negotiation() {}

    /** Whether the client would rather have a page than a problem document, as browsers would. */
    public static boolean prefersHtml(Request request) {
        return Accept.of(request.headers()).prefersHtml();
    }
}
