/**
 * Measures the instrument itself: our own load generator beside {@code wrk} and {@code ab}.
 *
 * <p>Each drives the same two servers in turns: the floor as fast as it answers, where CPU per request and rate of who drives
 * are judged, and one that takes ten milliseconds for each answer, where all have to see the same. A tool that is not
 * installed is left out, and the output says so.
 *
 * <p>Start at {@link vesper.bench.generator.GeneratorExperiment}, then {@code GeneratorRounds} and {@code GeneratorBars}. Built on
 * {@code vesper.bench.load}.
 */
@NullMarked
package vesper.bench.generator;

import org.jspecify.annotations.NullMarked;
