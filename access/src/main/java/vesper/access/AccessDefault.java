package vesper.access;

/** What applies to a path that no rule and no code says anything about. */
public enum AccessDefault {
    /** Everyone may call. */
    OPEN,
    /** Only operators may call. */
    DENY
}
