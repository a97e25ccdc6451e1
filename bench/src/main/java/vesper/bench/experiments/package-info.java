/**
 * The experiments that are made of arms, each a design and what is concluded from it; the instrument does the rest.
 *
 * <p>Start at {@link vesper.bench.experiments.Experiment}.
 */
@NullMarked
package vesper.bench.experiments;

import org.jspecify.annotations.NullMarked;
