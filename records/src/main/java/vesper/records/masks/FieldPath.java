package vesper.records.masks;

/**
 * The name of a form field, resolved, as a path of parts: {@code user[password][0]}, {@code login.password}. Whatever is
 * no letter, digit, hyphen or underscore parts words too, so that {@code login:password} is a password as well.
 */
final class FieldPath {
    /** What a path says of its value, and of itself. */
    enum Naming {
        SHOWN,
        MASKED,
        /** Masked, and more than a path: a value may be in it. */
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

    /** Of parts between brackets and dots, which may have anything else in them. */
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

    /** Blanks and control characters. */
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
