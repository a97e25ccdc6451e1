package vesper.launcher.settings;

/** Storage of documents that are declared as replicated. */
public enum ReplicatedStorage {
    CLUSTER,
    /** Durable on this server alone. */
    LOCAL
}
