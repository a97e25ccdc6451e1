/**
 * The load bench: starts systems, drives them with requests, compares them, and states the confidence of each result.
 *
 * <p>An instrument shares no code with what it measures: nothing of Vesper is on its class path. Each system runs in
 * its own process, and all stay up while one is driven. Recorded runs are interleaved in random order, so that
 * disturbances on the machine affect all systems alike. Ratios are medians of the ratios within each round.
 *
 * <p>In reports and in this code, an <em>arm</em> is one of the systems or settings that are compared, a <em>bar</em>
 * is a threshold that a figure must meet, and a <em>gate</em> is a bar that decides the exit code.
 *
 * <p>Start at {@link vesper.bench.experiments.PeersExperiment}, then {@code ExperimentRunner} beside it and {@link
 * vesper.bench.instrument.Instrument}. {@code vesper.bench.overhead} measures the cost of Vesper's own features, {@code
 * vesper.bench.documents} compares its documents with Xenon, and {@code vesper.bench.generator} compares the load
 * generator with others. {@link vesper.bench.LoadRun} is one run against any server.
 */
@NullMarked
package vesper.bench;

import org.jspecify.annotations.NullMarked;
