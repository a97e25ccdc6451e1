package vesper.records.search;

import java.util.function.BooleanSupplier;

/** Checks whether a search must end. Not thread-safe. */
final class StopCheck {
    /**
     * Number of checks for each reading of the clock. Reading it for every text would cost more than scanning the text.
     */
    private static final int CHECKS_A_LOOK = 64;

    private final long deadlineNanos;
    private final BooleanSupplier isCancelled;
    private int checks;

    /** @param deadlineNanos a value of {@link System#nanoTime} */
    StopCheck(long deadlineNanos, BooleanSupplier isCancelled) {
        this.deadlineNanos = deadlineNanos;
        this.isCancelled = isCancelled;
    }

    void check() throws SearchStoppedException {
        if (++checks < CHECKS_A_LOOK) return;
        checks = 0;
        checkIfDue();
    }

    void checkIfDue() throws SearchStoppedException {
        if (isCancelled.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            throw new SearchStoppedException(SearchResult.End.CANCELLED);
        }
        if (System.nanoTime() - deadlineNanos > 0) throw new SearchStoppedException(SearchResult.End.TIME_LIMIT);
    }
}
