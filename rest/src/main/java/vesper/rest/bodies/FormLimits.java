package vesper.rest.bodies;

/**
 * What an HTML form in a body may be, {@code application/x-www-form-urlencoded} or the text fields of an upload;
 * beyond, it is refused with 413.
 *
 * @param fields most names and values
 * @param totalBytes largest body of a form that is no upload
 * @param nameLength longest name, in characters
 * @param valueLength longest value, in characters
 */
public record FormLimits(int fields, long totalBytes, int nameLength, int valueLength) {
    /** What holds where nothing else is said. */
    public static final FormLimits DEFAULTS = new FormLimits(1000, 1 << 20, 256, 256 << 10);

    public FormLimits {
        check("fields", fields);
        check("totalBytes", totalBytes);
        check("nameLength", nameLength);
        check("valueLength", valueLength);
    }

    private static void check(String name, long value) {
        if (value < 1) throw new IllegalArgumentException(name + " of " + value + " is below 1");
    }
}
