package vesper.codec;

/**
 * Fixed bounds on texts that are read or written. A text that exceeds one is {@link DecodeResult.Malformed}.
 * {@link TextBounds} has the bounds that are configurable.
 */
final class Limits {
    /** Nesting levels of objects, lists or elements, read or written. */
    static final int DEPTH = 500;
    /** Characters in one number. */
    static final int NUMBER_LENGTH = 1000;
    /** Characters in one string or in the text of one element. */
    static final int STRING_LENGTH = 20_000_000;
    /** Characters in the name of one property, element or attribute. */
    static final int NAME_LENGTH = 5_000;
    /** Bytes or characters in one text. */
    static final long DOCUMENT_LENGTH = 100_000_000;
    /** Attributes of one element. */
    static final int ATTRIBUTES = 200;
    /** Bad fields that are reported; the rest of the text is not examined. */
    static final int BAD_FIELDS = 100;

    private Limits() {}
}
