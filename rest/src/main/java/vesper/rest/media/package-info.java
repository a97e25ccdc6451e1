/**
 * Media types as header fields have them: what a client takes, what it sends, and the form of an answer.
 *
 * <p>Text of header fields becomes a type here and is not looked at again. Start at {@link Accept}, which chooses among
 * {@link Representation}s.
 */
@NullMarked
package vesper.rest.media;

import org.jspecify.annotations.NullMarked;
