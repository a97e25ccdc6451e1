package vesper.records.masks;

/**
 * One character of a JSON string (RFC 8259, section 7), escaped or not: its code point and its length in bytes, packed
 * into a long.
 */
final class JsonEscape {
    static final long MALFORMED = -1;

    private static final int UNIT = 6;

    private JsonEscape() {}

    static long at(byte[] text, int at, int to) {
        if (text[at] != '\\') {
            int codePoint = CodePoints.at(text, at, to);
            return codePoint < 0 ? of(0xfffd, 1) : of(codePoint, CodePoints.length(codePoint));
        }
        if (at + 1 >= to) return MALFORMED;
        return switch (text[at + 1]) {
            case '"', '\\', '/' -> of(text[at + 1], 2);
            case 'b' -> of('\b', 2);
            case 'f' -> of('\f', 2);
            case 'n' -> of('\n', 2);
            case 'r' -> of('\r', 2);
            case 't' -> of('\t', 2);
            case 'u' -> unit(text, at, to);
            default -> MALFORMED;
        };
    }

    private static long unit(byte[] text, int at, int to) {
        int high = hex(text, at, to);
        if (high < 0) return MALFORMED;
        boolean isPair = Character.isHighSurrogate((char) high)
                && at + UNIT + 1 < to
                && text[at + UNIT] == '\\'
                && text[at + UNIT + 1] == 'u';
        if (!isPair) return of(high, UNIT);
        int low = hex(text, at + UNIT, to);
        if (low < 0) return MALFORMED;
        return Character.isLowSurrogate((char) low)
                ? of(Character.toCodePoint((char) high, (char) low), 2 * UNIT)
                : of(high, UNIT);
    }

    /** Checks whether the rest of a text can be a numeric escape, or a pair of them, that was cut off. */
    static boolean mayBeCut(byte[] text, int at, int to) {
        if (to - at >= 2 * UNIT) return false;
        for (int i = at; i < to; i++) {
            if (text[i] != '\\' && text[i] != 'u' && Character.digit(text[i], 16) < 0) return false;
        }
        return true;
    }

    private static int hex(byte[] text, int at, int to) {
        if (at + UNIT > to) return -1;
        int value = 0;
        for (int i = at + 2; i < at + UNIT; i++) {
            int digit = Character.digit(text[i], 16);
            if (digit < 0) return -1;
            value = value << 4 | digit;
        }
        return value;
    }

    private static long of(int codePoint, int length) {
        return (long) length << Integer.SIZE | codePoint;
    }

    static int codePoint(long escape) {
        return (int) escape;
    }

    static int length(long escape) {
        return (int) (escape >>> Integer.SIZE);
    }
}
