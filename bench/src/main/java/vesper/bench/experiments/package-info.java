/**
 * The experiments that consist of arms: each has a design and conclusions, and the instrument does the rest.
 *
 * <p>Start at {@link vesper.bench.experiments.Experiment}, then {@code ExperimentRunner}, which runs one. {@link
 * vesper.bench.experiments.AllExperiments} runs them and the {@code documents} experiment one after the other.
 */
@NullMarked
package vesper.bench.experiments;

import org.jspecify.annotations.NullMarked;
