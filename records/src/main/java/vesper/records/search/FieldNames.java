package vesper.records.search;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import vesper.rest.names.Nearest;

/** How fields are called: by queries, by answers, and by whoever mistypes one. */
final class FieldNames {
    /** Of which rows have a value each, so that they can be sorted by it. */
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

    /** Of these the values are counted; of the others nearly every row would have one of its own. */
    static final List<String> COUNTED = SORTED.stream()
            .filter(name -> !List.of("time", "duration", "bytesIn", "bytesOut").contains(name))
            .toList();

    private static final List<String> OTHERS = List.of(
            "id",
            "trace",
            "latency",
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

    /** What answers call them. */
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

    /** The name that counts, in lower case; a path behind it stays as it is. */
    static String of(String typed) {
        int dot = typed.indexOf('.');
        String first = (dot < 0 ? typed : typed.substring(0, dot)).toLowerCase(Locale.ROOT);
        return OF_ANSWERS.getOrDefault(first, first) + (dot < 0 ? "" : typed.substring(dot));
    }

    /** The column to sort or count by is called {@code path} there. */
    static String ofColumn(String typed) {
        String name = of(typed);
        return name.equals("url") ? "path" : name;
    }

    /** What to say of a name that is none. */
    static String unknown(String typed) {
        List<String> known = Stream.concat(SORTED.stream(), OTHERS.stream()).toList();
        return "unknown field '" + typed + "'"
                + nearest(typed, known)
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse("; a field of a payload is named body.customer.name, and text with a colon needs"
                                + " quotation marks");
    }

    /** Which one of these was probably meant, and all there are. */
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
