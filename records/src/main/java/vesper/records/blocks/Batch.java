package vesper.records.blocks;

/** Some records, by columns: a sealed block, or what is not sealed yet. Row 0 was recorded first. Used by one thread. */
public interface Batch {
    int records();

    /** The least time of a record, milliseconds since 1970. */
    long earliest();

    long latest();

    /** False when no record here has that word, or word at a path; true says nothing. */
    boolean mayContain(long hash) throws DamagedBlockException;

    /** Of a column of numbers, known without reading it. */
    Bounds bounds(Column column) throws DamagedBlockException;

    long[] numbers(Column column) throws DamagedBlockException;

    TextValues texts(Column column) throws DamagedBlockException;

    BlobValues blobs(Column column) throws DamagedBlockException;
}
