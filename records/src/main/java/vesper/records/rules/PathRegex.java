package vesper.records.rules;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.regex.MatchResult;

/**
 * A regular expression for whole paths. Matching takes at most its size times the path's length in steps. That matters
 * because it runs on event loops, where other engines would take 2^n steps for {@code (a+)+b} and n characters. The
 * size is bounded before the expression is compiled, since the compiler expands counted repetitions. A comparison that
 * would take more than {@value #MOST_STEPS} steps counts as a match, so that a path cannot evade a rule by being
 * expensive. Each comparison allocates a matcher.
 */
final class PathRegex {
    private static final int MOST_SIZE = 2_000;
    private static final int MOST_STEPS = 250_000;

    /**
     * A counted repetition. One after a group repeats everything in the group, so nested ones multiply. Text that only
     * looks like a repetition, escaped or in a character class, makes the size estimate too large.
     */
    private static final java.util.regex.Pattern COUNTED =
            java.util.regex.Pattern.compile("(\\)?)\\{(\\d*),?(\\d*)\\}");

    private final Pattern pattern;

    /**
     * Compiles an expression.
     *
     * @throws IllegalArgumentException if it is invalid or too large; the message gives the reason
     */
    PathRegex(String expression) {
        if (estimatedSize(expression) > MOST_SIZE) throw tooLarge();
        try {
            pattern = Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("is no regular expression: " + why(e), e);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("is nested too deeply", e);
        }
        if (pattern.programSize() > MOST_SIZE) throw tooLarge();
    }

    private static IllegalArgumentException tooLarge() {
        return new IllegalArgumentException(
                "is larger than " + MOST_SIZE + " steps, each counted repetition such as {3} being written out");
    }

    /** The exception's "pattern" is the part of the expression that could not be parsed. */
    private static String why(PatternSyntaxException e) {
        return e.getDescription() + ": " + e.getPattern();
    }

    private static double estimatedSize(String expression) {
        double ofCharacters = expression.length();
        double groups = 1;
        for (MatchResult each : COUNTED.matcher(expression).results().toList()) {
            double times = Math.max(1, Math.max(number(each.group(2)), number(each.group(3))));
            if (each.group(1).isEmpty()) ofCharacters += times;
            else groups *= times;
        }
        return ofCharacters * groups;
    }

    private static double number(String digits) {
        return digits.isEmpty() ? 0 : Double.parseDouble(digits);
    }

    boolean matches(String path) {
        return (long) path.length() * pattern.programSize() > MOST_STEPS || pattern.matches(path);
    }
}
