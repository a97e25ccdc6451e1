/**
 * Refuses requests beyond the limits that operators set, before anything of them is handled.
 *
 * <p>Start at {@link Throttling}; {@code WindowCount} has the arithmetic, {@code Counts} the bound on memory. Stands on
 * {@code vesper.records.rules}.
 */
@NullMarked
package vesper.records.throttling;

import org.jspecify.annotations.NullMarked;
