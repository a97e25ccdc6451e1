package vesper.records.text;

/** Encodes UTF-8 (RFC 3629) into a given array. */
public final class Utf8 {
    private static final byte REPLACEMENT = '?';

    private Utf8() {}

    /**
     * Writes one code point, at most four bytes.
     *
     * @return the index after the last byte written
     */
    public static int encode(int codePoint, byte[] target, int at) {
        int end = at;
        if (codePoint < 0x80) {
            target[end++] = (byte) codePoint;
        } else if (codePoint < 0x800) {
            target[end++] = (byte) (0xc0 | (codePoint >> 6));
            target[end++] = (byte) (0x80 | (codePoint & 0x3f));
        } else if (codePoint < 0x10000) {
            target[end++] = (byte) (0xe0 | (codePoint >> 12));
            target[end++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
            target[end++] = (byte) (0x80 | (codePoint & 0x3f));
        } else {
            target[end++] = (byte) (0xf0 | (codePoint >> 18));
            target[end++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
            target[end++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
            target[end++] = (byte) (0x80 | (codePoint & 0x3f));
        }
        return end;
    }

    /**
     * Writes part of a text. The array must have room for three bytes per {@code char}. A lone surrogate is written as
     * a question mark.
     *
     * @return the index after the last byte written
     */
    public static int encode(String text, int from, int to, byte[] target, int at) {
        int end = at;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) end = encode(c, target, end);
            else if (i + 1 < to && Character.isSurrogatePair(c, text.charAt(i + 1)))
                end = encode(Character.toCodePoint(c, text.charAt(++i)), target, end);
            else target[end++] = REPLACEMENT;
        }
        return end;
    }
}
