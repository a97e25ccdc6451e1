/**
 * The patterns of paths: what {@code /orders/{id}} means, segment by segment, and how it is written.
 *
 * <p>Regular expressions in them run in bounded time, whatever a client sends ({@link BoundedText}). Start at {@link
 * PathPattern}.
 */
@NullMarked
package vesper.rest.paths;

import org.jspecify.annotations.NullMarked;
