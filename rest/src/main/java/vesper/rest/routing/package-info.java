/**
 * Which handler a request is for.
 *
 * <p>A request finds its route at a cost that does not grow with their number, in a table that never changes and is
 * replaced as a whole. Start at {@link Router}, then {@code RouteTable}; a {@link Route} is all that it needs to know
 * of a handler.
 */
@NullMarked
package vesper.rest.routing;

import org.jspecify.annotations.NullMarked;
