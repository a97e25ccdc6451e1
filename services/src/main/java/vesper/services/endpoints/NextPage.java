package vesper.services.endpoints;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import vesper.http.Request;

/** Where the next page of a list is (RFC 8288). */
final class NextPage {
    private NextPage() {}

    /** The same request with another cursor. */
    static String of(Request request, String cursor) {
        List<String> pairs = new ArrayList<>();
        for (String pair : request.query().split("&")) {
            if (!pair.isEmpty() && !pair.startsWith("cursor=")) pairs.add(pair);
        }
        pairs.add("cursor=" + URLEncoder.encode(cursor, UTF_8));
        return request.path() + "?" + String.join("&", pairs);
    }
}
