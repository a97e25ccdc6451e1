package vesper.documents.queries;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.lucene.index.QueryTimeout;
import org.jspecify.annotations.Nullable;

/** Says when a search has to end, and why it had to. Used by one thread. */
final class StopCheck implements QueryTimeout {
    /** Looking at the clock for each document would cost more than some documents. */
    private static final int CHECKS_A_LOOK = 64;

    private final long deadlineNanos;
    private final BooleanSupplier isCancelled;
    private int checks;
    private SearchResult.@Nullable End end;

    /** @param deadlineNanos of {@link System#nanoTime} */
    StopCheck(long deadlineNanos, BooleanSupplier isCancelled) {
        this.deadlineNanos = deadlineNanos;
        this.isCancelled = isCancelled;
    }

    /** Empty as long as the search may go on. */
    Optional<SearchResult.End> end() {
        return Optional.ofNullable(end);
    }

    /** Whether it has to end now; looks only sometimes. */
    boolean isOver() {
        if (end != null) return true;
        if (++checks < CHECKS_A_LOOK) return false;
        checks = 0;
        return shouldExit();
    }

    @Override
    public boolean shouldExit() {
        if (end == null && isCancelled.getAsBoolean()) end = SearchResult.End.CANCELLED;
        if (end == null && System.nanoTime() - deadlineNanos > 0) end = SearchResult.End.TIME_LIMIT;
        return end != null;
    }
}
