/**
 * Monitor and Tracker as services see them: the API by which code adds data to the transaction it runs in.
 *
 * <p>Start at {@link Tracker}. Package {@code capture} records exchanges; {@code store} and {@code search} keep and
 * find them.
 */
@NullMarked
package vesper.records;

import org.jspecify.annotations.NullMarked;
