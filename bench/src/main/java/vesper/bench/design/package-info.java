/**
 * Designs of experiments: the variants that result from a base setup and factors with several settings each. Knows
 * nothing of servers.
 *
 * <p>Start at {@link vesper.bench.design.Design}.
 */
@NullMarked
package vesper.bench.design;

import org.jspecify.annotations.NullMarked;
