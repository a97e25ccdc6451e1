package vesper.http.fields;

/**
 * The elements of a field value that is a comma-separated list (RFC 9110, section 5.6.1). Elements may have blanks
 * around them and may be empty. The caller has already checked that the value is well-formed
 * ({@link FieldSyntax#isValueByte}).
 */
public final class FieldList {
    private FieldList() {}

    /** Returns the end of the element that starts at {@code from}: the next comma, or the end of the value. */
    public static int elementEnd(byte[] bytes, int from, int to) {
        int position = from;
        while (position < to && bytes[position] != ',') position++;
        return position;
    }

    /** Checks whether an element equals this word, ignoring case and surrounding blanks. */
    public static boolean isElement(String lowerCase, byte[] bytes, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && FieldSyntax.isBlank(bytes[start])) start++;
        while (end > start && FieldSyntax.isBlank(bytes[end - 1])) end--;
        return FieldSyntax.isWord(lowerCase, bytes, start, end);
    }
}
