package vesper.records.masks;

/** Where a word can end: what lies between words, or stands for something that does. */
@FunctionalInterface
interface Joint {
    /** For those who look for a name within words too. */
    Joint ANYWHERE = (text, at) -> true;

    /** Whatever is no letter and no digit of ASCII. */
    Joint BETWEEN_WORDS = (text, at) -> !isInWord(text[at]);

    /** Whether this byte belongs to no word. */
    boolean is(byte[] text, int at);

    private static boolean isInWord(byte b) {
        int lower = b | 0x20;
        return (lower >= 'a' && lower <= 'z') || (b >= '0' && b <= '9');
    }
}
