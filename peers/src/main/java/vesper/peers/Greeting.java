package vesper.peers;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The response of all peers: two fields, exactly 52 bytes as indented JSON. Some peers also echo a text in the same
 * form.
 */
@JsonPropertyOrder({"result", "message"})
record Greeting(String result, String message) {
    static final String PATH = "/api/test/sayHello";
    static final String ECHO_PATH = "/api/test/echo";
    /** The query parameter to echo. */
    static final String TEXT = "text";

    static final String CONTENT_TYPE = "application/json";

    private static final ObjectWriter INDENTED =
            JsonMapper.builder().build().writer().withDefaultPrettyPrinter();

    static Greeting ok() {
        return new Greeting("OK", "Hello, world!");
    }

    static Greeting echo(String text) {
        return new Greeting("OK", text);
    }

    /** Returns the response for a missing text, to be sent with status 400. */
    static Greeting withoutText() {
        return rejected("missing query parameter " + TEXT);
    }

    static Greeting rejected(String reason) {
        return new Greeting("REFUSED", reason);
    }

    byte[] json() {
        return INDENTED.writeValueAsBytes(this);
    }
}
