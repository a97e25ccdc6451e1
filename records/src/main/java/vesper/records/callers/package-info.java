/**
 * Who a request says that it comes from, for records and for counting.
 *
 * <p>Start at {@link CallerName}. Knows nothing of rules or records.
 */
@NullMarked
package vesper.records.callers;

import org.jspecify.annotations.NullMarked;
