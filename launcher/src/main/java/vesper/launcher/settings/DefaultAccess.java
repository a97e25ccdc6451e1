package vesper.launcher.settings;

/** The access to paths without a rule and without an annotation. */
public enum DefaultAccess {
    /** Open on a loopback address, deny on any other. */
    AUTOMATIC,
    OPEN,
    DENY
}
