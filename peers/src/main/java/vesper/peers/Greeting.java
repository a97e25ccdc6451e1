package vesper.peers;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The answer that all peers give: two fields, as indented JSON exactly 52 bytes. */
@JsonPropertyOrder({"result", "message"})
record Greeting(String result, String message) {
    static final String PATH = "/api/test/sayHello";
    static final String CONTENT_TYPE = "application/json";

    private static final ObjectWriter INDENTED =
            JsonMapper.builder().build().writer().withDefaultPrettyPrinter();

    static Greeting ok() {
        return new Greeting("OK", "Hello, world!");
    }

    byte[] json() {
        return INDENTED.writeValueAsBytes(this);
    }
}
