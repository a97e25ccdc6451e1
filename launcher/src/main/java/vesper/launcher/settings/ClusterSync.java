package vesper.launcher.settings;

/** What is asked of servers that hold what is replicated. */
public enum ClusterSync {
    ALWAYS,
    /** They may acknowledge what is not on their disks yet. */
    RELAXED
}
