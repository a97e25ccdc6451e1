package vesper.records.search;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.Batch;

/** What is searched, in turn. */
@FunctionalInterface
public interface Batches {
    /**
     * The next one in the order of falling {@link Batch#latest}, so that the newest records come first; null when there
     * are no more. What was given stays readable until the search has ended.
     */
    @Nullable
    Batch next() throws IOException;
}
