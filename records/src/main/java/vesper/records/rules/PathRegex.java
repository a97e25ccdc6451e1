package vesper.records.rules;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression over whole paths that looks at characters a bounded number of times: expressions such as
 * {@code (a+)+b} look 2^n times at n characters, and this is asked on event loops. What cannot be told within the bound
 * counts as a match, so that nobody gets past a rule by a path that is hard to compare. Each comparison makes a matcher.
 */
final class PathRegex {
    private static final int LOOKS = 50_000;

    private final Pattern pattern;

    /** @throws IllegalArgumentException if it is none; its message says why */
    PathRegex(String expression) {
        try {
            pattern = Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "is no regular expression: " + e.getDescription() + " at " + e.getIndex(), e);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("is nested too deeply", e);
        }
    }

    boolean matches(String path) {
        try {
            return pattern.matcher(new Bounded(path)).matches();
        } catch (ExhaustedException | StackOverflowError e) {
            return true;
        }
    }

    private static final class ExhaustedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        ExhaustedException() {
            super("a regular expression did not come to an end", null, false, false);
        }
    }

    private static final class Bounded implements CharSequence {
        private final String text;
        private int left = LOOKS;

        Bounded(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (--left < 0) throw new ExhaustedException();
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
}
