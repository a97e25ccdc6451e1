package vesper.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Hints for a valid query that finds nothing. */
final class QueryHints {
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
    private static final Pattern OPERATOR = Pattern.compile("(?<=\\S\\s)(?:or|and|not)(?=\\s+\\S)|^not(?=\\s+\\S)");
    private static final Pattern PART_OF_ID = Pattern.compile(
            "(?i)(?<!\\S)(?:id:|trace:|traceId:)?([0-9a-f]{8}-[0-9a-f-]{0,27}|[0-9a-f]{16,31})\\*?(?!\\S)");
    private static final int ID_LENGTH = 36;
    private static final Pattern INDEX =
            Pattern.compile("(?i)(?:body|request|response)\\.[^\\s:]*?\\.\\d+(?=[.:])[^\\s:]*");
    private static final Map<String, String> MEANINGS = Map.of(
            "or", "OR in upper case matches either",
            "and", "AND in upper case, or nothing, requires both",
            "not", "NOT in upper case excludes the next word");

    private QueryHints() {}

    /** Returns the hints, one line each. */
    static List<String> of(String query) {
        String bare = QUOTED.matcher(query).replaceAll("\"\"");
        List<String> hints = new ArrayList<>();
        for (String word : all(OPERATOR, bare, 0))
            hints.add("'" + word + "' was searched as a word; " + MEANINGS.get(word));
        for (String part : all(PART_OF_ID, bare, 1))
            if (part.length() < ID_LENGTH)
                hints.add("if " + part + " is part of an id: search for the whole id, as --json shows it");
        for (String field : all(INDEX, bare, 0))
            hints.add("elements of arrays have no index: "
                    + field.replaceAll("\\.\\d+(?=[.:]|$)", "").toLowerCase(Locale.ROOT) + " is any of them");
        return hints;
    }

    private static List<String> all(Pattern pattern, String text, int group) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(group))
                .distinct()
                .toList();
    }
}
