package vesper.records.rules;

/**
 * Patterns with {@code ?} for one character and {@code *} for any number. Matching takes at most the product of both
 * lengths in steps.
 */
final class Glob {
    private Glob() {}

    static boolean matches(String pattern, String text) {
        return matches(pattern, text, 0, text.length());
    }

    static boolean matches(String pattern, String text, int from, int to) {
        int p = 0;
        int at = from;
        int star = -1;
        int taken = from;
        while (at < to) {
            char c = p < pattern.length() ? pattern.charAt(p) : 0;
            if (c == '*') {
                star = p++;
                taken = at;
            } else if (p < pattern.length() && (c == '?' || c == text.charAt(at))) {
                p++;
                at++;
            } else if (star >= 0) {
                // Extend the last star by one character. Earlier stars need not be tried again.
                p = star + 1;
                at = ++taken;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') p++;
        return p == pattern.length();
    }

    static boolean isPlain(String pattern) {
        return pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0;
    }
}
