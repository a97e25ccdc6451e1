package vesper.rest.paths;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a path that lets a regular expression look at it {@value #LOOKS} times and no more. Expressions such as
 * {@code (a+)+b} look 2^n times at n characters, so one request could hold its thread for years.
 */
public final class BoundedText implements CharSequence {
    /** Thrown where the looks are used up. */
    public static final class ExhaustedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private ExhaustedException(@Nullable Throwable cause) {
            super("a regular expression did not come to an end", cause, false, false);
        }
    }

    private static final int LOOKS = 100_000;

    private final String text;
    private int left = LOOKS;

    private BoundedText(String text) {
        this.text = text;
    }

    /**
     * A matcher that has matched the whole text, or null.
     *
     * @throws ExhaustedException if that cannot be told within the bound
     */
    public static @Nullable Matcher matched(Pattern form, String text) {
        try {
            Matcher matcher = form.matcher(new BoundedText(text));
            return matcher.matches() ? matcher : null;
        } catch (StackOverflowError e) {
            // A repeated group takes a frame for each repetition.
            throw new ExhaustedException(e);
        }
    }

    @Override
    public char charAt(int index) {
        if (--left < 0) throw new ExhaustedException(null);
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
