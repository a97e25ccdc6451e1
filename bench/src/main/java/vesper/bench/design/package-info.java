/**
 * Which arms an experiment has: a base and factors, each of which may stand in several ways, and the designs that make arms
 * of them. Knows nothing of servers.
 *
 * <p>Start at {@link vesper.bench.design.Design}.
 */
@NullMarked
package vesper.bench.design;

import org.jspecify.annotations.NullMarked;
