package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Names in tables and in URLs. */
final class NamesText {
    private NamesText() {}

    /** Returns the texts of a JSON array with commas between. */
    static String of(JsonNode names) {
        List<String> texts = new ArrayList<>();
        for (JsonNode name : names) texts.add(name.asString(""));
        return String.join(", ", texts);
    }

    /** Returns a name as a segment of a path. */
    static String inPath(String name) {
        return URLEncoder.encode(name, UTF_8).replace("+", "%20");
    }
}
