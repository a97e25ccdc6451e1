/**
 * The collections that packages have declared: what was said of each, and the documents behind it once they are open.
 *
 * <p>Start at {@link vesper.services.collections.OpenCollections}.
 */
@NullMarked
package vesper.services.collections;

import org.jspecify.annotations.NullMarked;
