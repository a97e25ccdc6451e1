/**
 * The arguments of handler methods: an {@link Argument} reads each of them from a {@link Call}.
 *
 * <p>The call collects all errors, so that the client receives them together. Start at {@link Binding}, which reads the
 * annotations of a parameter.
 */
@NullMarked
package vesper.rest.binding;

import org.jspecify.annotations.NullMarked;
