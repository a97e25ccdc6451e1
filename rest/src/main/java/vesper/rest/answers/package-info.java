/**
 * From what a handler method returns or throws to an answer: marshalled, streamed, read from a file, or a problem.
 *
 * <p>Start at {@link Answers} for what is returned and {@link Failures} for what is thrown.
 */
@NullMarked
package vesper.rest.answers;

import org.jspecify.annotations.NullMarked;
