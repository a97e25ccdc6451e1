/**
 * Selection of the handler for a request.
 *
 * <p>The cost to find a route does not grow with the number of routes. The table is immutable and is replaced as a
 * whole. Start at {@link Router}, then {@code RouteTable}. A {@link Route} is all that the router knows of a handler.
 */
@NullMarked
package vesper.rest.routing;

import org.jspecify.annotations.NullMarked;
