package vesper.documents;

/** Where the documents of a collection are. */
public enum Storage {
    /** Gone with the process; only the current version is kept. */
    MEMORY,
    /** On the disk before a write is acknowledged, unless the server was told otherwise; versions are kept. */
    DURABLE,
    /** On the disks of a majority of a cluster before a write is acknowledged, with a copy on each node; versions are kept. */
    REPLICATED
}
