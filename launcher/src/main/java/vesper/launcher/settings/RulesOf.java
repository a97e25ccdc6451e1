package vesper.launcher.settings;

/** Whose rules a server of a cluster records and throttles by. */
public enum RulesOf {
    CLUSTER,
    /** Its own, whatever others have. */
    NODE
}
