package vesper.codec;

/**
 * Bounds on the content of one text. A few bytes of text become objects of a hundred bytes, and an object that was read
 * from two bytes may be written as a thousand. The size of the input therefore bounds neither.
 *
 * @param readTokens maximum number of tokens in a text that is read: values, names, and starts and ends of objects and
 *     lists; exceeding it is {@link DecodeResult.TooLarge}
 * @param writtenBytes maximum size of a text that is written; exceeding it is a {@link TextTooLargeException}
 * @param bufferedBytes maximum memory for all large texts that are being written at the same time, each up to twice its
 *     size; exceeding it is a {@link WriteMemoryExhaustedException}
 */
public record TextBounds(Bound readTokens, Bound writtenBytes, Bound bufferedBytes) {
    /** A million tokens, 64 MiB, 256 MiB. */
    public static final TextBounds DEFAULTS = new TextBounds(
            new Bound(1_000_000, "tokens"), new Bound(64 << 20, "bytes"), new Bound(256 << 20, "buffered bytes"));
}
