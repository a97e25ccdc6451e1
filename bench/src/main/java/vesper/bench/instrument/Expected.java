package vesper.bench.instrument;

import java.nio.charset.StandardCharsets;
import vesper.bench.load.Checks;

/** The properties that responses must have. A response without them is an error. */
public sealed interface Expected {
    Expected ANYTHING = new Known(Checks.NONE);

    /** Properties that are known before anything is started. */
    record Known(Checks checks) implements Expected {}

    /**
     * The same as the first arm with this request receives, see {@link FirstAnswers}. Used if the user gave no expected
     * response.
     *
     * @param body body of the request, its bytes as characters of ISO 8859-1; may be empty
     */
    record AsFirst(String method, String body) implements Expected {}

    static Expected body(byte[] whole) {
        return new Known(Checks.body(whole));
    }

    /** @param body body of the request */
    static Expected asFirst(String method, byte[] body) {
        return new AsFirst(method, new String(body, StandardCharsets.ISO_8859_1));
    }
}
