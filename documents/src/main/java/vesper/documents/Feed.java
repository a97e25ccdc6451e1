package vesper.documents;

import java.time.Duration;
import java.util.List;

/**
 * Follows a collection, or one document in it. The reader polls for changes and gets each of them exactly once. A feed
 * buffers nothing for its reader, so any number of feeds may be open; a reader that falls too far behind gets
 * {@link PollResult.Gone}. Belongs to one thread at a time.
 */
public interface Feed<T> extends AutoCloseable {
    /** The result of a poll. */
    sealed interface PollResult<T> {
        /** The next changes, in the order of their sequence; empty if none came in time. */
        record Changes<T>(List<Change<T>> changes) implements PollResult<T> {}

        /**
         * The next changes are no longer kept, or the position comes from another life of the collection. The feed has
         * ended: read the documents again and follow from {@code resumeAfter}.
         */
        record Gone<T>(long resumeAfter) implements PollResult<T> {}
    }

    /**
     * Waits until there is a change, for at most this long.
     *
     * @param most maximum number of changes to return
     */
    PollResult<T> next(int most, Duration longestWait) throws InterruptedException;

    /**
     * Returns the sequence that the feed has reached. A reader that stores it can resume later with the change after
     * it.
     */
    long position();

    @Override
    void close();
}
