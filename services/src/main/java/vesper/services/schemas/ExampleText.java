package vesper.services.schemas;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A text that a schema accepts: one in its format, or else one of the required length. */
final class ExampleText {
    private static final int MAX_CHARACTERS = 10_000;
    private static final int MAX_REPEATED = 64;
    private static final String ANY = "text";

    private static final Map<String, String> OF_FORMAT = Map.ofEntries(
            Map.entry("date-time", "2030-01-31T12:00:00Z"),
            Map.entry("date", "2030-01-31"),
            Map.entry("time", "12:00:00Z"),
            Map.entry("duration", "PT1H"),
            Map.entry("email", "somebody@example.org"),
            Map.entry("idn-email", "somebody@example.org"),
            Map.entry("hostname", "example.org"),
            Map.entry("idn-hostname", "example.org"),
            Map.entry("ipv4", "192.0.2.1"),
            Map.entry("ipv6", "2001:db8::1"),
            Map.entry("uri", "https://example.org/"),
            Map.entry("uri-reference", "/path"),
            Map.entry("iri", "https://example.org/"),
            Map.entry("iri-reference", "/path"),
            Map.entry("uri-template", "/path/{name}"),
            Map.entry("uuid", "00000000-0000-4000-8000-000000000000"),
            Map.entry("json-pointer", "/name"),
            Map.entry("relative-json-pointer", "0/name"),
            Map.entry("regex", "[a-z]+"));

    private ExampleText() {}

    static String of(ObjectNode schema) {
        String formed = OF_FORMAT.get(schema.path("format").asString(""));
        if (formed != null) return formed;
        if (schema.has("contentEncoding")) return "";
        int min = Math.clamp(schema.path("minLength").asLong(0), 0, MAX_CHARACTERS);
        int max = Math.clamp(schema.path("maxLength").asLong(MAX_CHARACTERS), 0, MAX_CHARACTERS);
        String text = ANY.repeat(min / ANY.length() + 1);
        text = text.substring(0, Math.min(Math.max(min, ANY.length()), max));
        JsonNode pattern = schema.path("pattern");
        return pattern.isString() ? matching(pattern.asString(), text, Math.max(1, min), max) : text;
    }

    /** Returns the text if it matches, or else a repeated character that does. Returns the text if neither matches. */
    private static String matching(String expression, String text, int min, int max) {
        try {
            BoundedPattern pattern = BoundedPattern.of(expression);
            if (pattern.matches(text)) return text;
            for (char each : new char[] {'a', 'A', '1'}) {
                for (int n = min; n <= Math.min(max, MAX_REPEATED); n++) {
                    String repeated = String.valueOf(each).repeat(n);
                    if (pattern.matches(repeated)) return repeated;
                }
            }
        } catch (IllegalArgumentException | RegexBudget.RegexTimeoutException _) {
            // A pattern from a Java annotation may be valid only in Java. A slow match is not worth the wait for an
            // example.
        }
        return text;
    }
}
