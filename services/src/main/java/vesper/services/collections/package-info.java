/**
 * The collections that packages declare: their declarations, and the open collections with their documents.
 *
 * <p>Start at {@link vesper.services.collections.OpenCollections}.
 */
@NullMarked
package vesper.services.collections;

import org.jspecify.annotations.NullMarked;
