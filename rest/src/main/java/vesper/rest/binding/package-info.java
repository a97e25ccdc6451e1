/**
 * The arguments of handler methods: an {@link Argument} reads each of them from a {@link Call}.
 *
 * <p>The call collects all errors, so that the client receives them together. Start at {@link ArgumentSources}, which
 * lists the places that arguments are taken from; {@link Binding} asks one after the other for each parameter.
 */
@NullMarked
package vesper.rest.binding;

import org.jspecify.annotations.NullMarked;
