/**
 * Content processing between handlers and connections: compresses responses, inflates compressed requests, and
 * evaluates conditional requests against the validators that a handler sets.
 *
 * <p>Start at {@link ContentHandler}, a handler that wraps another one; other modules also use {@link Preconditions}
 * and {@link EntityTag}. Everything a client sends is bounded, see {@link ContentSettings}. Built on
 * {@code vesper.http}; does not depend on routes.
 */
@NullMarked
package vesper.http.content;

import org.jspecify.annotations.NullMarked;
