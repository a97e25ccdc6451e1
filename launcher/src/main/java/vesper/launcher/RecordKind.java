package vesper.launcher;

/** The two kinds of records that a server stores. */
enum RecordKind {
    TRANSACTIONS("/admin/tracker/transactions", "tracker", "Tracker"),
    INVOCATIONS("/admin/monitor/records", "monitor", "Monitor");

    private final String path;
    private final String statusField;
    private final String feature;

    RecordKind(String path, String statusField, String keeper) {
        this.path = path;
        this.statusField = statusField;
        this.feature = keeper;
    }

    /** Returns the path at which these records are searched. */
    String path() {
        return path;
    }

    /** Returns the field of the server's status that reports whether these records are stored. */
    String statusField() {
        return statusField;
    }

    /** Returns the name of the feature that stores them, for messages. */
    String feature() {
        return feature;
    }
}
