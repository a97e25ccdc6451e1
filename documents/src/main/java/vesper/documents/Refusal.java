package vesper.documents;

/**
 * One reason why a value is not accepted.
 *
 * @param pointer place in the document, as a JSON pointer (RFC 6901); empty for the whole document
 * @param reason a sentence without a full stop, safe to send to a client
 */
public record Refusal(String pointer, String reason) {}
