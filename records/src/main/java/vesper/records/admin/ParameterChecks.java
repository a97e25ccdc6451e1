package vesper.records.admin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.names.Nearest;

/** Validation of request parameters. Unknown names are errors, so that a mistyped parameter is not silently ignored. */
final class ParameterChecks {
    private ParameterChecks() {}

    /** Returns an error for each unknown name, with a suggestion. */
    static List<BadValue> unknown(Collection<String> given, List<String> known) {
        List<BadValue> bad = new ArrayList<>();
        for (String name : given) {
            if (!known.contains(name)) bad.add(new BadValue(name, "is not known" + guess(name, known)));
        }
        return bad;
    }

    /**
     * Parses a switch. Returns {@code otherwise} if the text is missing; adds an error if it is neither true nor false.
     */
    static boolean isTrue(String name, @Nullable String text, boolean otherwise, List<BadValue> bad) {
        String said = text == null ? "" : text.strip().toLowerCase(Locale.ROOT);
        return switch (said) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0" -> false;
            case "" -> otherwise;
            default -> {
                bad.add(new BadValue(name, "expected true or false"));
                yield otherwise;
            }
        };
    }

    /**
     * Throws if there are any errors.
     *
     * @throws ProblemException with all of the errors
     */
    static void refuse(List<BadValue> bad, String detail) {
        if (!bad.isEmpty())
            throw ProblemType.BAD_REQUEST.because(detail).withErrors(bad).exception();
    }

    private static String guess(String name, List<String> known) {
        // The name that most search APIs use.
        if (name.equalsIgnoreCase("query") && known.contains("q")) return ", did you mean q?";
        return Nearest.to(name, known)
                .map(near -> ", did you mean " + near + "?")
                .orElse("; there are " + String.join(", ", known));
    }
}
