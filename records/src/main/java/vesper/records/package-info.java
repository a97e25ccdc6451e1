/**
 * Monitor and Tracker, as services see them: what code adds to the transaction that it is a part of.
 *
 * <p>Start at {@link Tracker}. How exchanges are kept is in {@code capture}, how they are found again in {@code store} and
 * {@code search}.
 */
@NullMarked
package vesper.records;

import org.jspecify.annotations.NullMarked;
