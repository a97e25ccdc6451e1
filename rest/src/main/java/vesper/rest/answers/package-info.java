/**
 * Conversion of a handler method's return value or exception to a response: marshalled, streamed, read from a file, or
 * a problem.
 *
 * <p>Start at {@link Answers} for return values and {@link Failures} for exceptions.
 */
@NullMarked
package vesper.rest.answers;

import org.jspecify.annotations.NullMarked;
