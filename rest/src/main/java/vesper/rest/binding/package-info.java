/**
 * The arguments of handler methods: each is taken out of a {@link Call} by an {@link Argument}.
 *
 * <p>What is wrong is collected in the call, so that the client hears of everything at once. Start at {@link Binding},
 * which reads the annotations of a parameter.
 */
@NullMarked
package vesper.rest.binding;

import org.jspecify.annotations.NullMarked;
