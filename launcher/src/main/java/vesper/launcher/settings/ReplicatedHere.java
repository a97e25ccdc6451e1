package vesper.launcher.settings;

/** Where documents are that are declared as replicated. */
public enum ReplicatedHere {
    CLUSTER,
    /** Durable on this server alone. */
    LOCAL
}
