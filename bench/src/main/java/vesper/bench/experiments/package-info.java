/**
 * The experiments that are made of arms, each a design and what is concluded from it; the instrument does the rest.
 *
 * <p>Start at {@link vesper.bench.experiments.Experiment}, then {@code Laboratory}, which makes one.
 * {@link vesper.bench.experiments.AllExperiments} makes them and that of {@code documents} one after the other.
 */
@NullMarked
package vesper.bench.experiments;

import org.jspecify.annotations.NullMarked;
