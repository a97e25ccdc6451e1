package vesper.documents;

/** The kind of change that made a version. */
public enum Action {
    CREATED(0),
    REPLACED(1),
    UPDATED(2),
    DELETED(3),
    /** Deleted because its time to live was over. */
    EXPIRED(4);

    private static final Action[] BY_CODE = values();

    /** The number that stands for the action in files. */
    private final int code;

    Action(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Returns whether the document exists in a version made by this action. */
    boolean isThere() {
        return this != DELETED && this != EXPIRED;
    }

    static Action of(int code) {
        if (code >= BY_CODE.length) throw new IllegalArgumentException("unknown action code " + code);
        return BY_CODE[code];
    }
}
