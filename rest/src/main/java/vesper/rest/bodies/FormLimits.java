package vesper.rest.bodies;

/**
 * Limits of an HTML form in a body: {@code application/x-www-form-urlencoded} or the text fields of an upload. A form
 * that exceeds one is rejected with 413.
 *
 * @param fields maximum number of fields
 * @param totalBytes maximum size of the body, unless it is an upload
 * @param nameLength maximum length of a name, in characters
 * @param valueLength maximum length of a value, in characters
 */
public record FormLimits(int fields, long totalBytes, int nameLength, int valueLength) {
    public static final FormLimits DEFAULTS = new FormLimits(1000, 1 << 20, 256, 256 << 10);

    public FormLimits {
        check("fields", fields);
        check("totalBytes", totalBytes);
        check("nameLength", nameLength);
        check("valueLength", valueLength);
    }

    private static void check(String name, long value) {
        if (value < 1) throw new IllegalArgumentException(name + " must be at least 1, was " + value);
    }
}
