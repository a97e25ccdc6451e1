package vesper.documents;

/** The place of a collection's documents. */
public enum Storage {
    /** In the process only. Lost when it ends; only the current version is kept. */
    MEMORY,
    /** On the disk before a write is acknowledged, unless the server is configured otherwise. Versions are retained. */
    DURABLE,
    /**
     * On the disks of a majority of the cluster before a write is acknowledged, with a copy on each node. Versions are
     * retained.
     */
    REPLICATED
}
