package vesper.records.rules;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.regex.MatchResult;

/**
 * A regular expression over whole paths, compared in steps that are at most its size times the path's length: this is
 * asked on event loops, and expressions such as {@code (a+)+b} take others 2^n steps for n characters. The size is
 * bounded before anything is made of it, since counted repetitions are written out. What would take more than
 * {@value #MOST_STEPS} steps counts as a match, so that nobody gets past a rule by a path that is hard to compare. Each
 * comparison makes a matcher.
 */
final class PathRegex {
    private static final int MOST_SIZE = 2_000;
    private static final int MOST_STEPS = 250_000;

    /**
     * A counted repetition, wherever its text stands. Each of a group repeats all within it, so that nested ones
     * multiply; for text that is none, a class's or an escaped one, the size is taken for larger than it is.
     */
    private static final java.util.regex.Pattern COUNTED =
            java.util.regex.Pattern.compile("(\\)?)\\{(\\d*),?(\\d*)\\}");

    private final Pattern pattern;

    /** @throws IllegalArgumentException if it is none, or too large; its message says why */
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

    /** What the compiler calls an expression is the piece that it did not understand. */
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
