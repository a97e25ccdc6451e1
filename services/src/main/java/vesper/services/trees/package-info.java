/**
 * JSON texts as trees, which are read without losing a digit, addressed by pointers and compared. All faults of a text
 * are reported at once.
 *
 * <p>Start at {@link JsonTree}. Built on {@code codec}, whose bounds apply to each tree: 500 levels, a million tokens.
 */
@NullMarked
package vesper.services.trees;

import org.jspecify.annotations.NullMarked;
