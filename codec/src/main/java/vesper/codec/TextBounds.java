package vesper.codec;

/**
 * How much one text may hold. A few bytes of a text become objects of a hundred, and an object that was read of two
 * bytes may be written as a thousand: the size of what comes bounds neither.
 *
 * @param readTokens values, names, and begins and ends of objects and lists of a text that is read; beyond it is {@link
 *     Decoded.TooLarge}
 * @param writtenBytes of a text that is written; beyond it is a {@link TextTooLargeException}
 * @param heldBytes of memory that all large texts take together while they are written, each up to twice its size;
 *     beyond it is a {@link NoRoomForTextException}
 */
public record TextBounds(Bound readTokens, Bound writtenBytes, Bound heldBytes) {
    /** A million tokens, 64 MiB, 256 MiB. */
    public static final TextBounds DEFAULTS = new TextBounds(
            new Bound(1_000_000, "tokens"), new Bound(64 << 20, "bytes"), new Bound(256 << 20, "held bytes"));
}
