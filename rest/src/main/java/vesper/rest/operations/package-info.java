/**
 * What is known of a handler method besides what it does: whose it is, what it takes, what was said of it.
 *
 * <p>For descriptions such as OpenAPI's; no request touches it. Start at {@link Operation}.
 */
@NullMarked
package vesper.rest.operations;

import org.jspecify.annotations.NullMarked;
