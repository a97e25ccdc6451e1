/**
 * Validation of the arguments of handler methods by Jakarta Validation's annotations.
 *
 * <p>Hibernate Validator is optional: it is loaded for the first method with such annotations. Start at
 * {@link Constraints}.
 */
@NullMarked
package vesper.rest.constraints;

import org.jspecify.annotations.NullMarked;
