package vesper.documents;

/** How a version came to be. */
public enum Action {
    CREATED(0),
    REPLACED(1),
    UPDATED(2),
    DELETED(3),
    /** Deleted since its time to live was over. */
    EXPIRED(4);

    private static final Action[] BY_CODE = values();

    /** In files too. */
    private final int code;

    Action(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Whether the document is there in this version. */
    boolean isThere() {
        return this != DELETED && this != EXPIRED;
    }

    static Action of(int code) {
        if (code >= BY_CODE.length) throw new IllegalArgumentException("there is no action " + code);
        return BY_CODE[code];
    }
}
