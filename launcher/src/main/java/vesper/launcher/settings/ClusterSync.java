package vesper.launcher.settings;

/** Durability required of the NATS servers that store replicated documents. */
public enum ClusterSync {
    ALWAYS,
    /** The servers may acknowledge messages that are not on disk yet. */
    RELAXED
}
