package vesper.records.search;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.Batch;

/**
 * What is searched, in turn: in any order, but hits are only found early where batches come in the order of falling
 * {@link Batch#latest}.
 */
public interface Batches {
    /**
     * The next one, null when there are no more. What was given stays readable until the search has ended.
     *
     * @throws IOException where the next one cannot be read; the call after it goes on behind that
     */
    @Nullable
    Batch next() throws IOException;

    /** No row of what {@link #next} is still to give is later than this, milliseconds since 1970. */
    long latestLeft();
}
