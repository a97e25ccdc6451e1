package vesper.launcher.settings;

/** Scope of the rules by which a server in a cluster records and throttles. */
public enum RulesScope {
    CLUSTER,
    /** Each node has its own rules. */
    NODE
}
