package vesper.rest.paths;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a path that a regular expression may read {@value #MAX_READS} times. Expressions such as {@code (a+)+b}
 * read 2^n times for n characters, so without a bound a single request could occupy its thread for years.
 */
public final class BoundedText implements CharSequence {
    /** Thrown when the allowed number of reads is exceeded. */
    public static final class ExhaustedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private ExhaustedException(@Nullable Throwable cause) {
            super("a regular expression exceeded its limit", cause, false, false);
        }
    }

    private static final int MAX_READS = 100_000;

    private final String text;
    private int remaining = MAX_READS;

    private BoundedText(String text) {
        this.text = text;
    }

    /**
     * Matches the whole text. Returns the matcher, or null if the text does not match.
     *
     * @throws ExhaustedException if the result is not found within the bound
     */
    public static @Nullable Matcher match(Pattern regex, String text) {
        try {
            Matcher matcher = regex.matcher(new BoundedText(text));
            return matcher.matches() ? matcher : null;
        } catch (StackOverflowError e) {
            // A repeated group needs a stack frame for each repetition.
            throw new ExhaustedException(e);
        }
    }

    @Override
    public char charAt(int index) {
        if (--remaining < 0) throw new ExhaustedException(null);
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
