package vesper.records.masks;

/** Is told what of a text is a secret, from its beginning to its end. */
interface Hiding {
    /** Has this stand in the place of a range of the text. */
    void hide(int start, int end, byte[] by);

    /** Whether nothing that is further on in the text matters any more. */
    boolean isFull();
}
