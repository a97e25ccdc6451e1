package vesper.codec;

/**
 * A value in a text that does not fit its Java type.
 *
 * @param pointer JSON pointer (RFC 6901) from the root, {@code /customer/age}; empty for the root itself
 * @param detail the expected type in a client's words, {@code expected a whole number}
 */
public record BadField(String pointer, String detail) {}
