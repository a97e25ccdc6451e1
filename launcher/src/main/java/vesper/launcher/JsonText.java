package vesper.launcher;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes the JSON of commands. */
final class JsonText {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonText() {}

    /** Returns indented JSON that ends with a line feed. */
    static String of(Object value) {
        return MAPPER.writeValueAsString(value) + "\n";
    }

    /**
     * Parses a text.
     *
     * @throws tools.jackson.core.JacksonException if it is not JSON
     */
    static JsonNode read(String text) {
        return MAPPER.readTree(text);
    }
}
