package vesper.launcher.settings;

/** Who may call what no rule and no annotation mentions. */
public enum DefaultAccess {
    /** Open on a loopback address, deny on any other. */
    AUTOMATIC,
    OPEN,
    DENY
}
