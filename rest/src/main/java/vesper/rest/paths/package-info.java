/**
 * Path patterns such as {@code /orders/{id}}: their syntax and the meaning of each segment.
 *
 * <p>Regular expressions in patterns take bounded time for any input ({@link BoundedText}). Start at
 * {@link PathPattern}.
 */
@NullMarked
package vesper.rest.paths;

import org.jspecify.annotations.NullMarked;
