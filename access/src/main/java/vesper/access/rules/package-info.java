/**
 * Operators' rules on who may call which paths.
 *
 * <p>Start at {@link vesper.access.rules.AccessRule}.
 */
@NullMarked
package vesper.access.rules;

import org.jspecify.annotations.NullMarked;
