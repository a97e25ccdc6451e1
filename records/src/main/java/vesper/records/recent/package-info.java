/**
 * The last exchanges, whether a rule records them or not: those that failed, and enough of the others to try a rule on.
 *
 * <p>In memory and of a fixed size, so gone with the process. Start at {@link RecentExchanges}.
 */
@NullMarked
package vesper.records.recent;

import org.jspecify.annotations.NullMarked;
