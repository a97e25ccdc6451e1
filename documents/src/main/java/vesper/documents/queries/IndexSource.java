package vesper.documents.queries;

import java.time.Duration;
import java.util.List;

/** The documents that an index is of, as the collection tells it of them. Any thread may call any method. */
public interface IndexSource {
    /** What the index is told of changes. */
    sealed interface Told {
        /**
         * The next changes in their order; none where none came in time.
         *
         * @param upTo the sequence after which the next ones are
         */
        record Changes(List<SearchedDocument> documents, long upTo) implements Told {}

        /** Changes that should follow are not kept any more: the index has to be made anew. */
        record Gone() implements Told {}
    }

    /** Within which sequences mean the same: another one where the collection was made again, or restored. */
    String life();

    /** The sequence of the newest change. */
    long sequence();

    /**
     * Waits until there is a change after this sequence, for at most this long.
     *
     * @param most changes at once
     */
    Told changes(long after, int most, Duration longestWait) throws InterruptedException;

    /**
     * Documents that are there, in the order of their ids. What is changed meanwhile may be listed as it was before or
     * after.
     *
     * @param after lists those behind this id; empty from the beginning
     * @return fewer than {@code limit} where nothing follows
     */
    List<SearchedDocument> list(String after, int limit);
}
