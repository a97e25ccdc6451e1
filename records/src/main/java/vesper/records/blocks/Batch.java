package vesper.records.blocks;

/**
 * A batch of records stored by column: a sealed block, or records that are not sealed yet. Row 0 was recorded first.
 * Not thread-safe.
 */
public interface Batch {
    int records();

    /** Returns the earliest time of a record, in milliseconds since 1970. */
    long earliest();

    long latest();

    /**
     * Returns false if no record contains the word, or the word at a path, with this hash. True means that one may
     * contain it.
     */
    boolean mayContain(long hash) throws DamagedBlockException;

    /** Returns the bounds of a column of numbers without reading the column. */
    Bounds bounds(Column column) throws DamagedBlockException;

    long[] numbers(Column column) throws DamagedBlockException;

    TextValues texts(Column column) throws DamagedBlockException;

    BlobValues blobs(Column column) throws DamagedBlockException;
}
