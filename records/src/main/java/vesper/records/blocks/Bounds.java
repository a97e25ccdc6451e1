package vesper.records.blocks;

/** The least and the largest number of a column, both of them included. */
public record Bounds(long least, long largest) {
    /** Of a column whose values are no numbers. */
    static final Bounds NONE = new Bounds(0, 0);
}
