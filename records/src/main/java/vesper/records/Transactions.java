package vesper.records;

import org.jspecify.annotations.Nullable;

/**
 * Begins transactions on any thread. A service receives an instance by declaring it as a constructor parameter. On a
 * thread that handles a request, {@link Tracker#begin} does the same.
 */
@FunctionalInterface
public interface Transactions {
    /**
     * Begins a transaction. While the Tracker is off, the result ignores every call. If the calling thread handles a
     * tracked request, the two transactions are linked: {@code part-of} on the new one, {@code began} on the request's.
     *
     * @param type the business type, such as {@code order}; null is treated as empty
     */
    OpenTransaction begin(@Nullable String type);
}
