package vesper.codec;

/**
 * A place in a text whose value does not fit its type.
 *
 * @param pointer JSON pointer (RFC 6901) from the root, {@code /customer/age}; empty for the root itself
 * @param detail what would have fitted, {@code expected a whole number}
 */
public record BadField(String pointer, String detail) {}
