package vesper.records.blocks;

/** The type of a column's values. */
public enum ColumnKind {
    /** A 64-bit integer, such as a time, a size or a state. */
    NUMBER,
    /** A text with few distinct values in a block. */
    TEXT,
    /** Bytes of any length, which are compressed together and otherwise opaque. */
    BLOB
}
