package vesper.records.masks;

/**
 * The unescaped name of a form field, read as a path: {@code user[password][0]}, {@code login.password}. Characters
 * other than letters, digits, hyphens and underscores separate words, so {@code login:password} matches
 * {@code password} too.
 */
final class FieldPath {
    /** Consequences of a name for its field. */
    enum Naming {
        SHOWN,
        MASKED,
        /** The name contains a masked one but is not a plain path, so part of it may be a value. Hide it too. */
        STRANGE
    }

    private FieldPath() {}

    static Naming naming(FieldNames names, byte[] text, int start, int end) {
        if (!names.mayOccur(text, start, end)) return Naming.SHOWN;
        int from = behindBlanks(text, start, end);
        int to = beforeBlanks(text, from, end);
        if (names.has(text, from, to)) return Naming.MASKED;
        if (!hasPart(names, text, from, to) && !hasWord(names, text, from, to)) return Naming.SHOWN;
        return isPlain(text, from, to) ? Naming.MASKED : Naming.STRANGE;
    }

    /** Compares the parts between brackets and dots, which may contain any other characters. */
    private static boolean hasPart(FieldNames names, byte[] text, int from, int to) {
        int part = from;
        for (int at = from; at <= to; at++) {
            if (at < to && !isJoint(text[at])) continue;
            int start = behindBlanks(text, part, at);
            if (names.has(text, start, beforeBlanks(text, start, at))) return true;
            part = at + 1;
        }
        return false;
    }

    private static boolean hasWord(FieldNames names, byte[] text, int from, int to) {
        int word = from;
        for (int at = from; at <= to; at++) {
            if (at < to && isOfWord(text[at])) continue;
            if (names.has(text, word, at)) return true;
            word = at + 1;
        }
        return false;
    }

    private static boolean isPlain(byte[] text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (!isOfWord(text[at]) && !isJoint(text[at]) && text[at] != '$') return false;
        }
        return true;
    }

    private static boolean isJoint(byte b) {
        return b == '[' || b == ']' || b == '.';
    }

    private static boolean isOfWord(byte b) {
        return (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || (b >= '0' && b <= '9')
                || b == '_'
                || b == '-'
                || b < 0;
    }

    /** Skips blanks and control characters. */
    private static int behindBlanks(byte[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] >= 0 && text[at] <= ' ') at++;
        return at;
    }

    private static int beforeBlanks(byte[] text, int from, int to) {
        int at = to;
        while (at > from && text[at - 1] >= 0 && text[at - 1] <= ' ') at--;
        return at;
    }
}
