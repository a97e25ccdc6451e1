package vesper.records.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.records.text.Nearest;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/**
 * What is to be other than in the request that was kept.
 *
 * @param body in the place of the one that was kept: a text as it is, anything else as JSON
 * @param contentType of the body, that of the request where nothing is said
 * @param query in the place of the one that was kept, without the question mark
 */
record ResubmitEdit(
        @Nullable Object body,
        @Nullable String contentType,
        @Nullable String query) {
    static final ResubmitEdit NONE = new ResubmitEdit(null, null, null);

    private static final List<String> KNOWN = List.of("body", "contentType", "query");

    /**
     * What somebody wrote as one; nothing is other where nothing was written.
     *
     * @throws ProblemException with all that is wrong: who means something else must not send the original again
     */
    static ResubmitEdit understood(@Nullable Map<String, Object> fields) {
        if (fields == null) return NONE;
        List<BadValue> bad = new ArrayList<>();
        for (String name : fields.keySet()) {
            if (!KNOWN.contains(name))
                bad.add(new BadValue(
                        "#/" + name.replace("~", "~0").replace("/", "~1"),
                        "is not known" + Nearest.suggestion(name, KNOWN)));
        }
        ResubmitEdit edit =
                new ResubmitEdit(fields.get("body"), text("contentType", fields, bad), text("query", fields, bad));
        if (bad.isEmpty()) return edit;
        throw ProblemType.BAD_REQUEST
                .because("What is to be other cannot be understood")
                .at(bad)
                .exception();
    }

    private static @Nullable String text(String name, Map<String, Object> fields, List<BadValue> bad) {
        Object value = fields.get(name);
        if (value == null || value instanceof String) return (String) value;
        bad.add(new BadValue("#/" + name, "expected text"));
        return null;
    }
}
