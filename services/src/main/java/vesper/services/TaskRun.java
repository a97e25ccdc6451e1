package vesper.services;

import java.util.Optional;
import vesper.documents.DocumentId;

/** The run of a task, for the method that does its work. Only the thread that runs this method may use it. */
public interface TaskRun {
    DocumentId id();

    /** Number of this attempt, from 1. It grows when the task is interrupted or retried. */
    int attempt();

    /** Checks whether the method should stop: the task was cancelled or deleted, has expired, or the server stops. */
    boolean isOver();

    /**
     * Reports progress. Clients see it within two seconds; it may be called as often as desired.
     *
     * @param share 0 to 1
     * @param message text for people
     */
    void progress(double share, String message);

    /**
     * Stores a state from which another attempt can continue. The state is durable when the method returns, if the
     * collection is.
     *
     * @param state any value that can be written as JSON
     * @throws java.util.concurrent.CancellationException if the task is over
     */
    void checkpoint(Object state);

    /** Returns the last state that was stored, by this attempt or an earlier one. */
    <S> Optional<S> checkpoint(Class<S> type);
}
