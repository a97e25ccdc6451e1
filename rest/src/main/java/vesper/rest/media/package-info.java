/**
 * Media types of header fields: those that a client accepts, that of a request body, and the representation of a
 * response.
 *
 * <p>Text of header fields is parsed to types here, once. Start at {@link Accept}, which chooses among
 * {@link Representation}s.
 */
@NullMarked
package vesper.rest.media;

import org.jspecify.annotations.NullMarked;
