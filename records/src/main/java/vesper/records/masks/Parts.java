package vesper.records.masks;

import java.util.List;

/** Encodings and character sets that the parts of a message declare. */
final class Parts {
    private static final String ENCODING = "encoding";
    private static final String CHARSET = "charset";
    /** Most messages contain neither word, and then one search is enough. */
    private static final FieldNames SAYING_HOW = new FieldNames(List.of(ENCODING, CHARSET));

    /**
     * Transfer encodings that leave bytes as they are (RFC 2045, section 6), and the content coding without
     * compression.
     */
    private static final String[] PLAIN = {"7bit", "8bit", "binary", "identity"};

    private Parts() {}

    /**
     * Checks for a part that is encoded, such as in Base64, compressed, or in a character set that cannot be searched.
     * The headers of parts are not told apart from contents, because that would require parsing the message; so this
     * may also be true because of text in a content.
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

    /** Checks {@code Content-Transfer-Encoding} and {@code Content-Encoding}. */
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

    /** Checks the parameter of {@code Content-Type}, and the form field {@code _charset_}. */
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
