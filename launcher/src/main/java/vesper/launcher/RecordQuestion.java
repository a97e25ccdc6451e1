package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What is looked for, as a server is asked.
 *
 * @param query what was typed
 * @param more further parameters, {@code from} for example
 */
record RecordQuestion(String query, Map<String, String> more) {

    private static final String ID_FORM = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final Pattern ID = Pattern.compile("(?i)" + ID_FORM);
    private static final Pattern OF_ONE_ID = Pattern.compile("(?i)((id|trackerId):)?\"?" + ID_FORM + "\"?");

    RecordQuestion {
        more = Map.copyOf(more);
    }

    /** Whether a query is an id as it is. */
    static boolean isId(String query) {
        return ID.matcher(query.strip()).matches();
    }

    /** Whether only what has one id can match a query. */
    static boolean isOfOneId(String query) {
        return OF_ONE_ID.matcher(query.strip()).matches();
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
