package vesper.services;

import java.util.Optional;
import vesper.documents.DocumentId;

/** The run of a task, for the method that does its work. Its methods belong to the thread that the method was called on. */
public interface TaskRun {
    DocumentId id();

    /** From 1; more where it was interrupted before, or tried again. */
    int attempt();

    /** Whether there is nothing to be done any more: it was cancelled or deleted, has expired, or the server stops. */
    boolean isOver();

    /**
     * Says how far it is. Everybody sees it within two seconds; in between it may be said as often as wanted.
     *
     * @param share 0 to 1
     * @param message for people
     */
    void progress(double share, String message);

    /**
     * Keeps how far it is, so that another attempt can go on from here; when it returns it is stored.
     *
     * @param state anything that is written as JSON
     * @throws java.util.concurrent.CancellationException where the task is over
     */
    void checkpoint(Object state);

    /** What was kept last, in this attempt or one before. */
    <S> Optional<S> checkpoint(Class<S> type);
}
