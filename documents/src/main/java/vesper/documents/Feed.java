package vesper.documents;

import java.time.Duration;
import java.util.List;

/**
 * Follows a collection, or one document in it, change by change: none is missed and none comes twice. Whoever reads it
 * asks for more when there is time; nothing is kept for a reader alone, so that any number may read. One that falls too
 * far behind is told so. Belongs to one thread at a time.
 */
public interface Feed<T> extends AutoCloseable {
    /** What a reader is told. */
    sealed interface Told<T> {
        /** The next changes, in the order of their sequence; empty where none came in time. */
        record Changes<T>(List<Change<T>> changes) implements Told<T> {}

        /**
         * Changes that should follow are not kept any more, or are of another life of the collection. The feed has
         * ended; read the documents anew and follow from {@code resumeAfter}.
         */
        record Gone<T>(long resumeAfter) implements Told<T> {}
    }

    /**
     * Waits until there is a change, for at most this long.
     *
     * @param most changes at once
     */
    Told<T> next(int most, Duration longestWait) throws InterruptedException;

    /** The sequence after which the next change is: what a reader stores to go on later. */
    long position();

    @Override
    void close();
}
