/**
 * The few statistics that the bench needs, and the rule for when a system is warm.
 *
 * <p>Start at {@link vesper.bench.statistics.Spread}. Knows nothing of systems.
 */
@NullMarked
package vesper.bench.statistics;

import org.jspecify.annotations.NullMarked;
