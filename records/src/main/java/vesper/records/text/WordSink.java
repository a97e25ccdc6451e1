package vesper.records.text;

/**
 * Takes the words of a text in their order. Bytes are only there during the call.
 *
 * <p>A word in a value that has a path comes as a word first, and then at each path that the value has.
 */
public interface WordSink {
    void word(byte[] folded, int length);

    /**
     * The token of the word there is {@code WordHash.of(pathHash, folded, 0, length)}.
     *
     * @param pathHash see {@link Paths}
     */
    default void wordAt(long pathHash, byte[] folded, int length) {}

    /** A value at a path, as it is written there but for escapes; its words came before it. */
    default void valueAt(long pathHash, byte[] utf8, int from, int to) {}

    /** What comes next does not stand beside what came before. */
    default void endOfText() {}
}
