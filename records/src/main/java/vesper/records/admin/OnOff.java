package vesper.records.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import vesper.rest.Problem;
import vesper.rest.ProblemType;

/** The body and answer of a switch: {@code true} or {@code false}, with any media type. */
final class OnOff {
    private OnOff() {}

    /** Returns the new state, and the reason as well if it is not the requested state. */
    static Object outcome(boolean asked, Switch now) {
        return now.on() == asked ? (Object) asked : now;
    }

    static boolean of(byte[] body) {
        return switch (new String(body, UTF_8).strip()) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw ProblemType.BAD_REQUEST
                        .because("A switch is true or false")
                        .withErrors(List.of(new Problem.BadValue("#", "is neither true nor false")))
                        .exception();
        };
    }
}
