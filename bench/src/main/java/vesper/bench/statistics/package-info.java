/**
 * The statistics of the bench, and the rule by which a system counts as warm.
 *
 * <p>Start at {@link vesper.bench.statistics.Spread}. Knows nothing of systems.
 */
@NullMarked
package vesper.bench.statistics;

import org.jspecify.annotations.NullMarked;
