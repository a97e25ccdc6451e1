package vesper.access;

/** The access to paths without a rule and without an annotation. */
public enum AccessDefault {
    /** Everyone may call. */
    OPEN,
    /** Only operators may call. */
    DENY
}
