package vesper.records.masks;

/** A test for word boundaries: a byte between words, or one that may stand for such a byte. */
@FunctionalInterface
interface Joint {
    /** Accepts any byte, to find names within words too. */
    Joint ANYWHERE = (text, at) -> true;

    /** Accepts bytes that are neither an ASCII letter nor an ASCII digit. */
    Joint BETWEEN_WORDS = (text, at) -> !isInWord(text[at]);

    /** Checks whether the byte is a boundary. */
    boolean is(byte[] text, int at);

    private static boolean isInWord(byte b) {
        int lower = b | 0x20;
        return (lower >= 'a' && lower <= 'z') || (b >= '0' && b <= '9');
    }
}
