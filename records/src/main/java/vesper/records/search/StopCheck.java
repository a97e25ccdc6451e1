package vesper.records.search;

import java.util.function.BooleanSupplier;

/** Says when a search has to end. Used by one thread. */
final class StopCheck {
    /** Looking at the clock for each text would cost more than the text. */
    private static final int CHECKS_A_LOOK = 64;

    private final long deadlineNanos;
    private final BooleanSupplier isCancelled;
    private int checks;

    /** @param deadlineNanos of {@link System#nanoTime} */
    StopCheck(long deadlineNanos, BooleanSupplier isCancelled) {
        this.deadlineNanos = deadlineNanos;
        this.isCancelled = isCancelled;
    }

    void check() throws SearchStoppedException {
        if (++checks < CHECKS_A_LOOK) return;
        checks = 0;
        look();
    }

    void look() throws SearchStoppedException {
        if (isCancelled.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            throw new SearchStoppedException(SearchResult.End.CANCELLED);
        }
        if (System.nanoTime() - deadlineNanos > 0) throw new SearchStoppedException(SearchResult.End.TIME_LIMIT);
    }
}
