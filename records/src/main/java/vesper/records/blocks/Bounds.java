package vesper.records.blocks;

/** The least and the largest number of a column, both inclusive. */
public record Bounds(long least, long largest) {
    /** Placeholder for columns that hold no numbers. */
    static final Bounds NONE = new Bounds(0, 0);
}
