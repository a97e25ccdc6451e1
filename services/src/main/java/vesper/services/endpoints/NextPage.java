package vesper.services.endpoints;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import vesper.http.Request;

/** The link to the next page of a list (RFC 8288). */
final class NextPage {
    private NextPage() {}

    /** Returns the path and query of the same request with another cursor. */
    static String of(Request request, String cursor) {
        List<String> pairs = new ArrayList<>();
        for (String pair : request.query().split("&")) {
            if (!pair.isEmpty() && !pair.startsWith("cursor=")) pairs.add(pair);
        }
        pairs.add("cursor=" + URLEncoder.encode(cursor, UTF_8));
        return request.path() + "?" + String.join("&", pairs);
    }
}
