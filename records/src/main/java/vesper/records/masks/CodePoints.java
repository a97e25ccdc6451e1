package vesper.records.masks;

/** UTF-8, read where it stands. */
final class CodePoints {
    private static final int NONE = -1;

    private CodePoints() {}

    /** The code point that begins there, or -1 for a byte that begins none. */
    static int at(byte[] text, int at, int to) {
        int first = text[at];
        if (first >= 0) return first;
        int more = first >= (byte) 0xf0 ? 3 : first >= (byte) 0xe0 ? 2 : 1;
        if (first < (byte) 0xc2 || first > (byte) 0xf4 || at + more >= to) return NONE;
        int codePoint = first & (0x3f >> more);
        for (int i = 1; i <= more; i++) {
            int following = text[at + i];
            if ((following & 0xc0) != 0x80) return NONE;
            codePoint = codePoint << 6 | (following & 0x3f);
        }
        return codePoint;
    }

    /** In bytes; 1 for a byte that begins none. */
    static int length(int codePoint) {
        if (codePoint < 0x80) return 1;
        if (codePoint < 0x800) return 2;
        return codePoint < 0x10000 ? 3 : 4;
    }
}
