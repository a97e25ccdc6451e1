package vesper.records.search;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import vesper.rest.names.Nearest;

/** The names of fields in queries: aliases, lists and suggestions for misspelled names. */
final class FieldNames {
    /** Fields with one value for each row, so rows can be sorted by them. */
    static final List<String> SORTED = List.of(
            "time",
            "duration",
            "status",
            "bytesIn",
            "bytesOut",
            "cost",
            "method",
            "path",
            "route",
            "package",
            "service",
            "rule",
            "user",
            "remote",
            "agent",
            "type",
            "externalId",
            "sender",
            "receiver",
            "state");

    /** Fields whose values can be counted. The others are different in nearly every row. */
    static final List<String> COUNTED = Stream.concat(
                    SORTED.stream()
                            .filter(name -> !List.of("time", "duration", "bytesIn", "bytesOut")
                                    .contains(name)),
                    Stream.of("kind"))
            .toList();

    private static final List<String> OTHERS = List.of(
            "id",
            "trace",
            "latency",
            "kind",
            "url",
            "success",
            "monitored",
            "tracked",
            "log",
            "body",
            "request",
            "response",
            "header",
            "query",
            "prop");

    /** Aliases: the names that responses use, in lower case. */
    private static final Map<String, String> OF_ANSWERS = Map.ofEntries(
            entry("latency", "duration"),
            entry("durationmillis", "duration"),
            entry("startedat", "time"),
            entry("traceid", "trace"),
            entry("endpoint", "route"),
            entry("remoteaddress", "remote"),
            entry("useragent", "agent"),
            entry("states", "state"),
            entry("headers", "header"),
            entry("properties", "prop"),
            entry("property", "prop"),
            entry("logs", "log"));

    private FieldNames() {}

    /** Returns the canonical name in lower case. A path after the name is kept as it is. */
    static String of(String typed) {
        int dot = typed.indexOf('.');
        String first = (dot < 0 ? typed : typed.substring(0, dot)).toLowerCase(Locale.ROOT);
        return OF_ANSWERS.getOrDefault(first, first) + (dot < 0 ? "" : typed.substring(dot));
    }

    /** Returns the canonical name of a column for sorting or counting, where {@code url} means {@code path}. */
    static String ofColumn(String typed) {
        String name = of(typed);
        return name.equals("url") ? "path" : name;
    }

    /** Returns the error message for an unknown field. */
    static String unknown(String typed) {
        List<String> known = Stream.concat(SORTED.stream(), OTHERS.stream()).toList();
        return "unknown field '" + typed + "'"
                + nearest(typed, known)
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse("; a field of a payload is named body.customer.name, and text with a colon needs"
                                + " quotation marks");
    }

    /** Returns the end of an error message: a suggestion and all valid names. */
    static String oneOf(String typed, List<String> known) {
        return nearest(typed, known)
                        .map(near -> "; did you mean '" + near + "'? There")
                        .orElse("; there")
                + " are " + String.join(", ", known);
    }

    private static Optional<String> nearest(String typed, List<String> known) {
        List<String> folded = new ArrayList<>();
        for (String name : known) folded.add(name.toLowerCase(Locale.ROOT));
        return Nearest.to(typed.toLowerCase(Locale.ROOT), folded).map(near -> known.get(folded.indexOf(near)));
    }
}
