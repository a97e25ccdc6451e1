package vesper.services;

/** The state of a task. */
public enum TaskState {
    /** The task waits to be started. */
    CREATED,
    STARTED,
    FINISHED,
    FAILED,
    CANCELLED;

    public boolean hasEnded() {
        return this == FINISHED || this == FAILED || this == CANCELLED;
    }
}
