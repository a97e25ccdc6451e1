/**
 * Help with names that people type: settings, packages, fields of rules and attributes of files.
 *
 * <p>Start at {@link Nearest}, which suggests corrections.
 */
@NullMarked
package vesper.rest.names;

import org.jspecify.annotations.NullMarked;
