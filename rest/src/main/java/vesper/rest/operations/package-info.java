/**
 * Metadata of handler methods: their owner, inputs and documentation.
 *
 * <p>Used for documentation such as OpenAPI; not used to handle requests. Start at {@link Operation}.
 */
@NullMarked
package vesper.rest.operations;

import org.jspecify.annotations.NullMarked;
