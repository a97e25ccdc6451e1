package vesper.records.masks;

import java.util.List;

/** What the parts of a message say of how they are written, in their fields or anywhere in them. */
final class Parts {
    private static final String ENCODING = "encoding";
    private static final String CHARSET = "charset";
    /** Where neither stands, which is nearly everywhere, the text is searched once. */
    private static final FieldNames SAYING_HOW = new FieldNames(List.of(ENCODING, CHARSET));

    /** Encodings of RFC 2045, section 6, in which the bytes are those of the content; and what is not compressed. */
    private static final String[] PLAIN = {"7bit", "8bit", "binary", "identity"};

    private Parts() {}

    /**
     * Whether one is encoded, as in Base64, compressed, or in characters that names are not found in. True as well where
     * the content of a part says so: only who reads it knows where that begins.
     */
    static boolean areUnreadable(byte[] text, int from, int to) {
        if (!SAYING_HOW.mayOccur(text, from, to)) return false;
        for (int at = from; at < to; at++) {
            int first = FieldNames.fold(text[at]);
            if (first == 'e' && isUnreadableEncoding(text, at, to)) return true;
            if (first == 'c' && isUnreadableCharset(text, at, to)) return true;
        }
        return false;
    }

    /** Of {@code Content-Transfer-Encoding} and {@code Content-Encoding}. */
    private static boolean isUnreadableEncoding(byte[] text, int at, int to) {
        if (!BodyKind.isAt(ENCODING, text, at, to)) return false;
        int sign = behind(" \t", text, at + ENCODING.length(), to);
        if (sign == to || text[sign] != ':') return false;
        int value = behind(" \t\r\n", text, sign + 1, to);
        for (String plain : PLAIN) {
            if (BodyKind.isAt(plain, text, value, to)) return !endsLine(text, value + plain.length(), to);
        }
        return true;
    }

    private static boolean endsLine(byte[] text, int at, int to) {
        int behind = behind(" \t", text, at, to);
        return behind == to || text[behind] == '\r' || text[behind] == '\n';
    }

    /** Of {@code Content-Type}, and of the field {@code _charset_} of a form. */
    private static boolean isUnreadableCharset(byte[] text, int at, int to) {
        if (!BodyKind.isAt(CHARSET, text, at, to)) return false;
        int sign = behind(" \t", text, at + CHARSET.length(), to);
        if (sign == to || (text[sign] != '=' && text[sign] != '_')) return false;
        return !BodyKind.isReadableCharset(text, behind(" \t\r\n\"'", text, sign + 1, to), to);
    }

    private static int behind(String signs, byte[] text, int from, int to) {
        int at = from;
        while (at < to && signs.indexOf(text[at]) >= 0) at++;
        return at;
    }
}
