package vesper.http.fields;

/**
 * The elements of a field's value that is a list (RFC 9110, section 5.6.1): commas are between them, blanks may be around
 * each, and an element may be empty. Whoever asks has looked that the value is one ({@link FieldSyntax#isValueByte}).
 */
public final class FieldList {
    private FieldList() {}

    /** Where the element ends that begins at {@code from}: at a comma or at the end of the value. */
    public static int elementEnd(byte[] bytes, int from, int to) {
        int position = from;
        while (position < to && bytes[position] != ',') position++;
        return position;
    }

    /** Whether an element is this word, in whatever case. */
    public static boolean isElement(String lowerCase, byte[] bytes, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && FieldSyntax.isBlank(bytes[start])) start++;
        while (end > start && FieldSyntax.isBlank(bytes[end - 1])) end--;
        return FieldSyntax.isWord(lowerCase, bytes, start, end);
    }
}
