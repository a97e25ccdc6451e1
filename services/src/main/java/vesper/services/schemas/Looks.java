package vesper.services.schemas;

/**
 * A budget for the characters that the regular expressions of a schema may read in one document. An ordinary expression
 * reads each character a few times. One such as {@code (a+)+b} reads 2^n characters in a text of n, and its author does
 * not notice. Not thread-safe.
 */
final class Looks {
    /** The budget of the validation that runs on this thread. */
    static final ScopedValue<Looks> CURRENT = ScopedValue.newInstance();

    private static final int AT_LEAST = 1_000_000;
    private static final int EACH_CHARACTER = 32;

    private long left = AT_LEAST;

    /** @return the text, which throws {@link UsedUpException} when the budget is exhausted */
    CharSequence at(String text) {
        left += (long) EACH_CHARACTER * text.length();
        return new Counted(text);
    }

    /** Thrown when a regular expression did not complete within its budget. */
    static final class UndecidedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UndecidedException(String expression) {
            super(expression, null, false, false);
        }
    }

    /** Thrown inside a regular expression; the caller knows which expression it is. */
    static final class UsedUpException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private UsedUpException() {
            super("no looks are left", null, false, false);
        }
    }

    private final class Counted implements CharSequence {
        private final String text;

        Counted(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (--left < 0) throw new UsedUpException();
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
