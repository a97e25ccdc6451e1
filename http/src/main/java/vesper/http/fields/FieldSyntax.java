package vesper.http.fields;

/**
 * Character rules for names and values of header fields (RFC 9110, sections 5.1 and 5.5), used by server and client.
 */
public final class FieldSyntax {
    private static final boolean[] TOKEN = new boolean[128];

    static {
        for (char c = '0'; c <= '9'; c++) TOKEN[c] = true;
        for (char c = 'a'; c <= 'z'; c++) TOKEN[c] = true;
        for (char c = 'A'; c <= 'Z'; c++) TOKEN[c] = true;
        for (char c : "!#$%&'*+-.^_`|~".toCharArray()) TOKEN[c] = true;
    }

    private FieldSyntax() {}

    public static boolean isTokenByte(byte b) {
        return b >= 0 && TOKEN[b];
    }

    public static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 128 || !TOKEN[text.charAt(i)]) return false;
        }
        return !text.isEmpty();
    }

    /** Checks whether a received value may hold this byte: blanks, tabs, visible ASCII and obs-text. */
    public static boolean isValueByte(byte b) {
        return b >= ' ' ? b != 127 : (b < 0 || b == '\t');
    }

    /** Checks for a name as HTTP/2 sends it: a token without capitals (RFC 9113, section 8.2.1). */
    public static boolean isLowerCaseName(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isTokenByte(bytes[i]) || (bytes[i] >= 'A' && bytes[i] <= 'Z')) return false;
        }
        return to > from;
    }

    /** Checks for a value as HTTP/2 sends it: no blanks around it (RFC 9113, section 8.2.1). */
    public static boolean isTrimmedValue(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) if (!isValueByte(bytes[i])) return false;
        return to == from || !(isBlank(bytes[from]) || isBlank(bytes[to - 1]));
    }

    public static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** Checks whether these bytes equal this word, ignoring case. */
    public static boolean isWord(String lowerCase, byte[] bytes, int from, int to) {
        if (to - from != lowerCase.length()) return false;
        for (int i = 0; i < lowerCase.length(); i++) {
            byte b = bytes[from + i];
            if ((b >= 'A' && b <= 'Z' ? b | 0x20 : b) != lowerCase.charAt(i)) return false;
        }
        return true;
    }

    /** Checks whether text may be sent as a field's value: visible ISO-8859-1, blanks and tabs. */
    public static boolean isValue(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' ? c != '\t' : (c == 127 || c > 255)) return false;
        }
        return true;
    }
}
