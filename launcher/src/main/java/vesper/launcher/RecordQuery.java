package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A search for records.
 *
 * @param query as the user typed it
 * @param more further parameters, for example {@code from}
 */
record RecordQuery(String query, Map<String, String> more) {

    private static final String ID_FORM = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final Pattern ID = Pattern.compile("(?i)" + ID_FORM);
    private static final Pattern OF_ONE_ID = Pattern.compile("(?i)((id|trackerId):)?\"?" + ID_FORM + "\"?");

    RecordQuery {
        more = Map.copyOf(more);
    }

    /** Checks whether the query is nothing but an ID. */
    static boolean isId(String query) {
        return ID.matcher(query.strip()).matches();
    }

    /** Checks whether the query can match only records with one given ID. */
    static boolean isOfOneId(String query) {
        return OF_ONE_ID.matcher(query.strip()).matches();
    }

    /** Returns the same search with another query. */
    RecordQuery withQuery(String other) {
        return new RecordQuery(other, more);
    }

    /** Returns the path of one page, with its query parameters. */
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
