/**
 * The name under which a caller is recorded and counted.
 *
 * <p>Start at {@link CallerName}. Independent of rules and records.
 */
@NullMarked
package vesper.records.callers;

import org.jspecify.annotations.NullMarked;
