package vesper.bench.instrument;

import java.nio.charset.StandardCharsets;
import vesper.bench.load.Checks;

/** What answers to a drive have to be; one that is otherwise is an error. */
public sealed interface Expected {
    Expected ANYTHING = new Known(Checks.NONE);

    /** What is known before anything is started. */
    record Known(Checks checks) implements Expected {}

    /**
     * As the first arm that asks so is answered: see {@link FirstAnswers}. For what nobody has said an answer to.
     *
     * @param body of the request, its bytes as characters of ISO 8859-1; empty for none
     */
    record AsFirst(String method, String body) implements Expected {}

    static Expected body(byte[] whole) {
        return new Known(Checks.body(whole));
    }

    /** @param body of the request */
    static Expected asFirst(String method, byte[] body) {
        return new AsFirst(method, new String(body, StandardCharsets.ISO_8859_1));
    }
}
