/**
 * Names that people type: of settings, packages, fields of rules and attributes of files.
 *
 * <p>Start at {@link Nearest}, which guesses what was meant.
 */
@NullMarked
package vesper.rest.names;

import org.jspecify.annotations.NullMarked;
