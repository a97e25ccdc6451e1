package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is looked for, as a server is asked.
 *
 * @param query what was typed
 * @param more further parameters, {@code from} for example
 */
record RecordQuestion(String query, Map<String, String> more) {

    RecordQuestion {
        more = Map.copyOf(more);
    }

    /** The same with another query. */
    RecordQuestion withQuery(String other) {
        return new RecordQuestion(other, more);
    }

    /** Path and query of one page. */
    String page(RecordKind kind, int limit, Optional<String> cursor) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("q", query);
        parameters.putAll(more);
        parameters.put("limit", String.valueOf(limit));
        cursor.ifPresent(at -> parameters.put("cursor", at));
        return parameters.entrySet().stream()
                .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), UTF_8))
                .collect(Collectors.joining("&", kind.path() + "?", ""));
    }
}
