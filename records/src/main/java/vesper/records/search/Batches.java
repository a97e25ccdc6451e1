package vesper.records.search;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.Batch;

/**
 * The batches to search, in any order. Hits are reported early only if the batches come in descending order of
 * {@link Batch#latest}.
 */
public interface Batches {
    /**
     * Returns the next batch, or null at the end. Batches stay readable until the search has ended.
     *
     * @throws IOException if the next batch cannot be read; the following call continues with the one after it
     */
    @Nullable
    Batch next() throws IOException;

    /**
     * Returns an upper bound for the times of all rows that {@link #next} has yet to deliver, in milliseconds since
     * 1970.
     */
    long latestLeft();
}
