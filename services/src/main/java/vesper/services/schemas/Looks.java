package vesper.services.schemas;

/**
 * How often the regular expressions of a schema may look at characters of one document. An honest one looks at each a few
 * times; one such as {@code (a+)+b} looks 2^n times at n characters, and an author does not see that. One thread.
 */
final class Looks {
    /** Those of the comparison that runs on this thread. */
    static final ScopedValue<Looks> CURRENT = ScopedValue.newInstance();

    private static final int AT_LEAST = 1_000_000;
    private static final int EACH_CHARACTER = 32;

    private long left = AT_LEAST;

    /** @return the text, which throws {@link UndecidedException} once all looks are used up */
    CharSequence at(String text) {
        left += (long) EACH_CHARACTER * text.length();
        return new Counted(text);
    }

    /** A regular expression did not come to an end within its bound. */
    static final class UndecidedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UndecidedException(String expression) {
            super(expression, null, false, false);
        }
    }

    /** Thrown out of a regular expression, which knows what it is called. */
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
