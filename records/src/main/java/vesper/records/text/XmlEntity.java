package vesper.records.text;

/** The five predefined entities of XML and numeric character references. */
final class XmlEntity {
    /**
     * Maximum length in bytes, with ampersand and semicolon: ten for the last code point of Unicode, plus leading
     * zeros.
     */
    static final int LONGEST = 16;

    private XmlEntity() {}

    /** Returns the code point for the text between ampersand and semicolon, or -1 if it is not a known entity. */
    static int codePoint(byte[] xml, int from, int to) {
        int length = to - from;
        if (length < 2) return -1;
        if (xml[from] == '#') return number(xml, from + 1, to);
        return switch (xml[from]) {
            case 'a' -> is("amp", xml, from, length) ? '&' : is("apos", xml, from, length) ? '\'' : -1;
            case 'l' -> is("lt", xml, from, length) ? '<' : -1;
            case 'g' -> is("gt", xml, from, length) ? '>' : -1;
            case 'q' -> is("quot", xml, from, length) ? '"' : -1;
            default -> -1;
        };
    }

    private static int number(byte[] xml, int from, int to) {
        boolean isHex = xml[from] == 'x' || xml[from] == 'X';
        int radix = isHex ? 16 : 10;
        int start = isHex ? from + 1 : from;
        long number = start == to ? -1 : 0;
        for (int at = start; at < to; at++) {
            int digit = Character.digit(xml[at], radix);
            if (digit < 0) return -1;
            number = Math.min(number * radix + digit, Integer.MAX_VALUE);
        }
        boolean isScalar = number >= 0
                && number <= Character.MAX_CODE_POINT
                && (number < Character.MIN_SURROGATE || number > Character.MAX_SURROGATE);
        return isScalar ? (int) number : -1;
    }

    private static boolean is(String name, byte[] xml, int from, int length) {
        if (length != name.length()) return false;
        for (int i = 0; i < length; i++) if (xml[from + i] != name.charAt(i)) return false;
        return true;
    }
}
