package vesper.documents.queries;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.lucene.index.QueryTimeout;
import org.jspecify.annotations.Nullable;

/** Decides when a search has to end, and records why. Used by one thread. */
final class StopCheck implements QueryTimeout {
    /** Reading the clock for each document would take longer than some documents do. */
    private static final int CHECKS_A_LOOK = 64;

    private final long deadlineNanos;
    private final BooleanSupplier isCancelled;
    private int checks;
    private SearchResult.@Nullable End end;

    /** @param deadlineNanos as of {@link System#nanoTime} */
    StopCheck(long deadlineNanos, BooleanSupplier isCancelled) {
        this.deadlineNanos = deadlineNanos;
        this.isCancelled = isCancelled;
    }

    /** Returns the reason to end; empty while the search may continue. */
    Optional<SearchResult.End> end() {
        return Optional.ofNullable(end);
    }

    /** Returns whether the search has to end. Reads the clock only once in several calls. */
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
