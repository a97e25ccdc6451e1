package vesper.records.search;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How long a search may take, and who may end it. The thread that searches may be interrupted too.
 *
 * @param timeLimit from its start on
 * @param isCancelled asked between batches and within large ones
 */
public record SearchBounds(Duration timeLimit, BooleanSupplier isCancelled, Pace pace) {
    public static SearchBounds within(Duration timeLimit) {
        return new SearchBounds(timeLimit, () -> false, Pace.UNBOUNDED);
    }

    StopCheck start() {
        return new StopCheck(System.nanoTime() + timeLimit.toNanos(), isCancelled);
    }
}
