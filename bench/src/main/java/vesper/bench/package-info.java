/**
 * The load bench: starts systems, drives them, compares them, and says how sure it is.
 *
 * <p>An instrument shares no code with what it measures: nothing of Vesper is on its class path. Systems run as
 * processes of their own; all stay up while one is driven; recorded runs are interleaved in random order, so that what
 * the machine does meanwhile falls on all alike, and ratios are medians of the ratios within each round.
 *
 * <p>Start at {@link vesper.bench.experiments.PeersExperiment}, then {@code Laboratory} beside it and
 * {@link vesper.bench.instrument.Instrument}. {@code vesper.bench.overhead} measures Vesper against itself,
 * {@code vesper.bench.documents} its documents against Xenon, {@code vesper.bench.generator} the load generator against others.
 * {@link vesper.bench.LoadRun} is one run against any server.
 */
@NullMarked
package vesper.bench;

import org.jspecify.annotations.NullMarked;
