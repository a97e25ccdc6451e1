package vesper.codec;

/**
 * Bounds of what is read and written that nobody changes; a text beyond them is {@link Decoded.Malformed}.
 * {@link TextBounds} has the others.
 */
final class Limits {
    /** Levels of objects, lists or elements, read or written. */
    static final int DEPTH = 500;
    /** Characters of one number. */
    static final int NUMBER_LENGTH = 1000;
    /** Characters of one string or of the text of one element. */
    static final int STRING_LENGTH = 20_000_000;
    /** Characters of one property, element or attribute name. */
    static final int NAME_LENGTH = 5_000;
    /** Bytes or characters of one text. */
    static final long DOCUMENT_LENGTH = 100_000_000;
    /** Attributes of one element. */
    static final int ATTRIBUTES = 200;
    /** Fields reported as bad; what follows is not looked at. */
    static final int BAD_FIELDS = 100;

    private Limits() {}
}
