package vesper.documents.queries;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The time limit of a search, and its cancellation.
 *
 * @param timeLimit counted from the start of the search
 * @param isCancelled polled repeatedly by the searching thread
 */
public record SearchBounds(Duration timeLimit, BooleanSupplier isCancelled) {
    public static SearchBounds within(Duration timeLimit) {
        return new SearchBounds(timeLimit, () -> false);
    }

    StopCheck start() {
        return new StopCheck(System.nanoTime() + timeLimit.toNanos(), isCancelled);
    }
}
