/**
 * What happens to content between a handler and the wire: answers are compressed, compressed requests inflated, and
 * conditions of a request carried out against what a handler says of its content's version.
 *
 * <p>Start at {@link ContentHandler}, a handler around a handler; {@link Preconditions} and {@link EntityTag} serve
 * others too. Everything a client sends is bounded, see {@link ContentSettings}. Built on {@code vesper.http}, knows no
 * routes.
 */
@NullMarked
package vesper.http.content;

import org.jspecify.annotations.NullMarked;
