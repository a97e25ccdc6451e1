package vesper.records.text;

/**
 * Receives the words of a text in order. Byte arrays are valid only during the call.
 *
 * <p>A word of a value that has paths is reported first by {@link #word}, then by {@link #wordAt} for each path.
 */
public interface WordSink {
    void word(byte[] folded, int length);

    /**
     * Receives a word at a path. Its token is {@code WordHash.of(pathHash, folded, 0, length)}.
     *
     * @param pathHash the hash of the path, see {@link Paths}
     */
    default void wordAt(long pathHash, byte[] folded, int length) {}

    /** Receives a whole value at a path, with escapes decoded and case kept. Its words were reported before. */
    default void valueAt(long pathHash, byte[] utf8, int from, int to) {}

    /** Ends a text: the next word is not adjacent to the last one, so no phrase spans both. */
    default void endOfText() {}
}
