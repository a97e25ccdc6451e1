package vesper.records.masks;

/** Receives the secret ranges of a text, in order. */
interface SecretSink {
    /** Replaces a range of the text. */
    void hide(int start, int end, byte[] by);

    /** Checks whether the rest of the text is irrelevant, for example because the target is full. */
    boolean isFull();
}
