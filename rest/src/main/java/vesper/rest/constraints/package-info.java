/**
 * What Jakarta's annotations ask of the arguments of a handler method.
 *
 * <p>Hibernate Validator is loaded with the first method that has such annotations, and need not be there before. Start
 * at {@link Constraints}.
 */
@NullMarked
package vesper.rest.constraints;

import org.jspecify.annotations.NullMarked;
