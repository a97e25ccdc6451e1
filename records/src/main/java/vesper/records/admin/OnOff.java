package vesper.records.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import vesper.rest.Problem;
import vesper.rest.ProblemType;

/** A switch: its body, {@code true} or {@code false}, whatever its media type is said to be, and its answer. */
final class OnOff {
    private OnOff() {}

    /** What is answered: whether it is on, and where that is not what was asked for, why. */
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
                        .at(List.of(new Problem.BadValue("#", "is neither true nor false")))
                        .exception();
        };
    }
}
