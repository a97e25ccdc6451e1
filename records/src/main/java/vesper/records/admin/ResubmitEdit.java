package vesper.records.admin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.names.Nearest;

/**
 * Changes to a kept request before it is resubmitted.
 *
 * @param body replaces the body: text as it is, anything else as JSON
 * @param contentType type of the body; null keeps that of the request
 * @param query replaces the query, without the question mark
 * @param headers fields to replace; a null value removes a field
 */
record ResubmitEdit(
        @Nullable Object body,
        @Nullable String contentType,
        @Nullable String query,
        Map<String, @Nullable String> headers) {
    static final ResubmitEdit NONE = new ResubmitEdit(null, null, null, Map.of());

    private static final List<String> KNOWN = List.of("body", "contentType", "query", "headers");

    /**
     * Parses an edit; null means no changes.
     *
     * @throws ProblemException with all errors. They must not be ignored, or the original would be sent unchanged.
     */
    static ResubmitEdit understood(@Nullable Map<String, Object> fields) {
        if (fields == null) return NONE;
        List<BadValue> bad = new ArrayList<>();
        for (String name : fields.keySet()) {
            if (!KNOWN.contains(name))
                bad.add(new BadValue(pointer(name), "is not known" + Nearest.suggestion(name, KNOWN)));
        }
        ResubmitEdit edit = new ResubmitEdit(
                fields.get("body"),
                text("#/contentType", fields.get("contentType"), bad),
                text("#/query", fields.get("query"), bad),
                headers(fields.get("headers"), bad));
        if (bad.isEmpty()) return edit;
        throw ProblemType.BAD_REQUEST
                .because("What is to be other cannot be understood")
                .withErrors(bad)
                .exception();
    }

    private static Map<String, @Nullable String> headers(@Nullable Object value, List<BadValue> bad) {
        Map<String, @Nullable String> headers = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> fields) {
            fields.forEach((name, field) -> headers.put(
                    String.valueOf(name), text("#/headers" + pointer("" + name).substring(1), field, bad)));
        } else if (value != null) {
            bad.add(new BadValue("#/headers", "expected an object"));
        }
        return headers;
    }

    /** Returns the JSON pointer to a field (RFC 6901). */
    private static String pointer(String name) {
        return "#/" + name.replace("~", "~0").replace("/", "~1");
    }

    private static @Nullable String text(String pointer, @Nullable Object value, List<BadValue> bad) {
        if (value == null || value instanceof String) return (String) value;
        bad.add(new BadValue(pointer, "expected text"));
        return null;
    }
}
