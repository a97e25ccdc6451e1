package vesper.records;

import org.jspecify.annotations.Nullable;

/**
 * Begins transactions, in any thread. Services get it by asking for it in their constructors; on a thread that handles a
 * request {@link Tracker#begin} does the same.
 */
@FunctionalInterface
public interface Transactions {
    /**
     * Begins a transaction of its own; while the Tracker is off, what is said to it goes nowhere. Begun while a tracked
     * request is handled, the two are linked: {@code part-of} here, {@code began} there.
     *
     * @param type what kind of business it is: {@code order}; null is as if it were empty
     */
    OpenTransaction begin(@Nullable String type);
}
