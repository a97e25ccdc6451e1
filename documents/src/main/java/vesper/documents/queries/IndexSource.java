package vesper.documents.queries;

import java.time.Duration;
import java.util.List;

/** The documents of an index and their changes, as the collection provides them. Any thread may call any method. */
public interface IndexSource {
    /** The result of a poll for changes. */
    sealed interface PollResult {
        /**
         * The next changes, in order; empty if none came in time.
         *
         * @param upTo the sequence after which to poll next
         */
        record Changes(List<SearchedDocument> documents, long upTo) implements PollResult {}

        /** The next changes are no longer kept: the index has to be rebuilt. */
        record Gone() implements PollResult {}
    }

    /**
     * Identifies the life of the collection in which sequences are comparable. It differs after the collection was
     * created again or restored.
     */
    String life();

    /** Returns the sequence of the newest change. */
    long sequence();

    /**
     * Waits until there is a change after this sequence, for at most this long.
     *
     * @param most maximum number of changes to return
     */
    PollResult changes(long after, int most, Duration longestWait) throws InterruptedException;

    /**
     * Lists existing documents in the order of their ids. A document that changes during the listing may appear in its
     * old or its new state.
     *
     * @param after lists only ids after this one; empty for all
     * @return fewer than {@code limit} documents at the end of the listing
     */
    List<SearchedDocument> list(String after, int limit);
}
