package vesper.documents.queries;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How long a search may take, and who may end it.
 *
 * @param timeLimit from its start on
 * @param isCancelled asked again and again, on the thread that searches
 */
public record SearchBounds(Duration timeLimit, BooleanSupplier isCancelled) {
    public static SearchBounds within(Duration timeLimit) {
        return new SearchBounds(timeLimit, () -> false);
    }

    StopCheck start() {
        return new StopCheck(System.nanoTime() + timeLimit.toNanos(), isCancelled);
    }
}
