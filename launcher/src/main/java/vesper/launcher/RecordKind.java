package vesper.launcher;

/** The two kinds of records that a server keeps. */
enum RecordKind {
    TRANSACTIONS("/admin/tracker/transactions", "tracker", "Tracker"),
    INVOCATIONS("/admin/monitor/records", "monitor", "Monitor");

    private final String path;
    private final String statusField;
    private final String keeper;

    RecordKind(String path, String statusField, String keeper) {
        this.path = path;
        this.statusField = statusField;
        this.keeper = keeper;
    }

    /** Where they are searched. */
    String path() {
        return path;
    }

    /** Where the server's status says whether they are kept. */
    String statusField() {
        return statusField;
    }

    /** Who keeps them, for people. */
    String keeper() {
        return keeper;
    }
}
