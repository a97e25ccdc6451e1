/**
 * JSON texts as trees: read without losing a digit, pointed into, compared, and refused with all that is wrong at once.
 *
 * <p>Start at {@link JsonTree}. Built on {@code codec}, whose bounds are those of each tree: 500 levels, a million tokens.
 */
@NullMarked
package vesper.services.trees;

import org.jspecify.annotations.NullMarked;
