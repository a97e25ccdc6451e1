package vesper.rest.routing;

import java.util.List;
import vesper.http.Request;
import vesper.rest.media.Accept;
import vesper.rest.media.MediaRange;

/** What kind of client asks, for those who answer without a route. */
public final class Negotiation {
    private static final MediaRange HTML = new MediaRange("text", "html");
    private static final List<MediaRange> OF_PROBLEMS = List.of(
            MediaRange.JSON,
            MediaRange.XML,
            new MediaRange("application", "problem+json"),
            new MediaRange("application", "problem+xml"));

    private Negotiation() {}

    /** Whether the client would rather have a page than a problem document, as browsers would. */
    public static boolean prefersHtml(Request request) {
        Accept accept = Accept.of(request.headers());
        long html = accept.rank(HTML);
        return OF_PROBLEMS.stream().allMatch(other -> html > accept.rank(other));
    }
}
