package vesper.bench.instrument;

import java.nio.charset.StandardCharsets;
import vesper.bench.load.Checks;

/** The properties that responses must have. A response without them is an error. */
public sealed interface Expected {
    Expected ANYTHING = new FixedChecks(Checks.NONE);

    /** Properties that are known before anything is started. */
    record FixedChecks(Checks checks) implements Expected {}

    /**
     * The same as the first arm with this request receives, see {@link FirstResponses}. Used if the user gave no
     * expected response.
     *
     * @param body body of the request, its bytes as characters of ISO 8859-1; may be empty
     */
    record SameAsFirst(String method, String body) implements Expected {}

    static Expected body(byte[] whole) {
        return new FixedChecks(Checks.body(whole));
    }

    /** @param body body of the request */
    static Expected asFirst(String method, byte[] body) {
        return new SameAsFirst(method, new String(body, StandardCharsets.ISO_8859_1));
    }
}
