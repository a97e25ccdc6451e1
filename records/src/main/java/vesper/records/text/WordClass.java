package vesper.records.text;

import java.lang.Character.UnicodeScript;

/**
 * The class of a code point for finding word boundaries: the Word_Break property of UAX #29 (Unicode 17), reduced to
 * what the rules need. Ideographs and Hiragana have a class of their own, since each such character is a word.
 */
enum WordClass {
    OTHER,
    LETTER,
    NUMERIC,
    KATAKANA,
    /**
     * Letter of a script written without spaces. A run of them stays one word, since only a dictionary could split it.
     */
    COMPLEX,
    /** Joins the characters on both sides, like the underscore. */
    CONNECTOR,
    MID_LETTER,
    MID_NUMBER,
    /** Allowed between letters and between digits, like the full stop and the apostrophe. */
    MID_BOTH,
    /** A mark that belongs to the preceding character. */
    EXTEND,
    /** An ideograph or Hiragana, which is a word on its own. */
    SINGLE;

    private static final WordClass[] ASCII = new WordClass[128];

    static {
        for (int c = 0; c < ASCII.length; c++) ASCII[c] = ofAscii(c);
    }

    static WordClass of(int codePoint) {
        return codePoint < ASCII.length ? ASCII[codePoint] : ofOther(codePoint);
    }

    private static WordClass ofAscii(int c) {
        if (c >= '0' && c <= '9') return NUMERIC;
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return LETTER;
        return switch (c) {
            case '_' -> CONNECTOR;
            case '.', '\'' -> MID_BOTH;
            case ',', ';' -> MID_NUMBER;
            default -> OTHER;
        };
    }

    private static WordClass ofOther(int codePoint) {
        return switch (codePoint) {
            case 0xb7, 0x387, 0x55f, 0x5f4, 0x2027, 0xfe13, 0xfe55, 0xff1a -> MID_LETTER;
            case 0x37e, 0x589, 0x60c, 0x60d, 0x66c, 0x7f8, 0x2044, 0xfe10, 0xfe14, 0xfe50, 0xfe54, 0xff0c, 0xff1b ->
                MID_NUMBER;
            case 0x2018, 0x2019, 0x2024, 0xfe52, 0xff07, 0xff0e -> MID_BOTH;
            case 0x202f -> CONNECTOR;
            case 0x66b -> NUMERIC;
            case 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x309b, 0x309c, 0x30a0, 0x30fc, 0xff70 -> KATAKANA;
            default -> byType(codePoint);
        };
    }

    private static WordClass byType(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.DECIMAL_DIGIT_NUMBER -> NUMERIC;
            case Character.CONNECTOR_PUNCTUATION -> CONNECTOR;
            case Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.FORMAT -> EXTEND;
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.LETTER_NUMBER -> byScript(codePoint);
            default -> OTHER;
        };
    }

    private static WordClass byScript(int codePoint) {
        return switch (UnicodeScript.of(codePoint)) {
            case HAN, HIRAGANA -> SINGLE;
            case KATAKANA -> KATAKANA;
            case THAI, LAO, KHMER, MYANMAR, TAI_LE, NEW_TAI_LUE, TAI_THAM, TAI_VIET, AHOM -> COMPLEX;
            default -> LETTER;
        };
    }
}
