package vesper.launcher;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON that commands read and print. */
final class JsonText {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonText() {}

    /** An indented text that ends with a line feed. */
    static String of(Object value) {
        return MAPPER.writeValueAsString(value) + "\n";
    }

    /**
     * What a text says.
     *
     * @throws tools.jackson.core.JacksonException if it is no JSON
     */
    static JsonNode read(String text) {
        return MAPPER.readTree(text);
    }
}
