package vesper.services.schemas;

/**
 * A budget for the characters that the regular expressions of a schema may read in one document. An ordinary expression
 * reads each character a few times. One such as {@code (a+)+b} reads 2^n characters in a text of n, and its author does
 * not notice. Not thread-safe.
 */
final class RegexBudget {
    /** The budget of the validation that runs on this thread. */
    static final ScopedValue<RegexBudget> CURRENT = ScopedValue.newInstance();

    private static final int AT_LEAST = 1_000_000;
    private static final int EACH_CHARACTER = 32;

    private long remaining = AT_LEAST;

    /** @return the text, which throws {@link ExhaustedException} when the budget is exhausted */
    CharSequence limited(String text) {
        remaining += (long) EACH_CHARACTER * text.length();
        return new CountingText(text);
    }

    /** Thrown when a regular expression did not complete within its budget. */
    static final class RegexTimeoutException extends RuntimeException {
        private static final long serialVersionUID = 1;

        RegexTimeoutException(String expression) {
            super(expression, null, false, false);
        }
    }

    /** Thrown inside a regular expression; the caller knows which expression it is. */
    static final class ExhaustedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private ExhaustedException() {
            super("the budget for regular expressions is exhausted", null, false, false);
        }
    }

    private final class CountingText implements CharSequence {
        private final String text;

        CountingText(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (--remaining < 0) throw new ExhaustedException();
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
