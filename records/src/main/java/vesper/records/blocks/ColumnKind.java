package vesper.records.blocks;

/** What a column holds for each record. */
public enum ColumnKind {
    /** A whole number of 64 bits; times, sizes, states. */
    NUMBER,
    /** A text of which blocks hold few different ones. */
    TEXT,
    /** Bytes of any length that are compressed together and not looked at otherwise. */
    BLOB
}
