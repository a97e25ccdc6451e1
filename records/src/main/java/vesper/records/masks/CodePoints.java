package vesper.records.masks;

/** Decodes single code points of UTF-8. */
final class CodePoints {
    private static final int NONE = -1;

    private CodePoints() {}

    /** Returns the code point that starts at a position, or -1 if the byte there does not start one. */
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

    /** Returns the length of a code point in bytes; 1 for -1, to skip an invalid byte. */
    static int length(int codePoint) {
        if (codePoint < 0x80) return 1;
        if (codePoint < 0x800) return 2;
        return codePoint < 0x10000 ? 3 : 4;
    }
}
