/**
 * Which pages of other origins may read answers (the fetch standard, section 3.2).
 *
 * <p>Start at {@link CrossOrigins}, which holds what an annotation or a setting allows.
 */
@NullMarked
package vesper.rest.cors;

import org.jspecify.annotations.NullMarked;
