/**
 * Throttling: rejects requests beyond the limits that operators set, before they are handled.
 *
 * <p>Start at {@link Throttling}; {@code WindowCount} holds the arithmetic and {@code Counts} bounds the memory. Built
 * on {@code vesper.records.rules}.
 */
@NullMarked
package vesper.records.throttling;

import org.jspecify.annotations.NullMarked;
