/**
 * The latest exchanges, whether a rule records them or not: the failed ones, and enough others to preview a rule.
 *
 * <p>They are kept in memory, in rings of a fixed size, and do not survive a restart. Start at {@link RecentExchanges}.
 */
@NullMarked
package vesper.records.recent;

import org.jspecify.annotations.NullMarked;
