package vesper.records.capture;

/** UTF-8 (RFC 3629) of texts, into an array that is there already. */
final class Utf8 {
    private static final byte REPLACEMENT = '?';

    private Utf8() {}

    /**
     * @param at where in the target; three bytes for each character are there
     * @return behind the last byte written; half of a surrogate pair is written as a question mark
     */
    static int encode(String text, int from, int to, byte[] target, int at) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                target[at++] = (byte) c;
            } else if (c < 0x800) {
                target[at++] = (byte) (0xc0 | (c >> 6));
                target[at++] = (byte) (0x80 | (c & 0x3f));
            } else if (!Character.isSurrogate(c)) {
                target[at++] = (byte) (0xe0 | (c >> 12));
                target[at++] = (byte) (0x80 | ((c >> 6) & 0x3f));
                target[at++] = (byte) (0x80 | (c & 0x3f));
            } else if (i + 1 < to && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                int codePoint = Character.toCodePoint(c, text.charAt(++i));
                target[at++] = (byte) (0xf0 | (codePoint >> 18));
                target[at++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
                target[at++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
                target[at++] = (byte) (0x80 | (codePoint & 0x3f));
            } else {
                target[at++] = REPLACEMENT;
            }
        }
        return at;
    }
}
