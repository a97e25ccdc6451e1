package vesper.documents;

/**
 * One reason why a value is not taken.
 *
 * @param pointer where in the document, as a JSON pointer (RFC 6901); empty for all of it
 * @param reason a sentence without a full stop, safe to send back
 */
public record Refusal(String pointer, String reason) {}
