package vesper.records.search;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The limits of a search. Interrupting the searching thread ends it too.
 *
 * @param timeLimit from the start of the search
 * @param isCancelled polled between batches and within large ones
 */
public record SearchBounds(Duration timeLimit, BooleanSupplier isCancelled, SearchPace pace) {
    public static SearchBounds within(Duration timeLimit) {
        return new SearchBounds(timeLimit, () -> false, SearchPace.UNBOUNDED);
    }

    StopCheck start() {
        return new StopCheck(System.nanoTime() + timeLimit.toNanos(), isCancelled);
    }
}
