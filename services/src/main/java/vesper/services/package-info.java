/**
 * Services whose state is a document: what packages declare, and what clients do with it over HTTP.
 *
 * <p>Built on {@code documents} and {@code rest}. Knows nothing of how packages are compiled or loaded.
 */
@NullMarked
package vesper.services;

import org.jspecify.annotations.NullMarked;
