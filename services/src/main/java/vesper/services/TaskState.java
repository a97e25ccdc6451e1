package vesper.services;

/** How far a task is. */
public enum TaskState {
    /** It waits for its turn. */
    CREATED,
    STARTED,
    FINISHED,
    FAILED,
    CANCELLED;

    public boolean hasEnded() {
        return this == FINISHED || this == FAILED || this == CANCELLED;
    }
}
