/**
 * Measures the instrument itself: compares our own load generator with {@code wrk} and {@code ab}.
 *
 * <p>Each drives the same two servers in turn. The first is the floor, driven as fast as it answers; it shows the CPU
 * time per request and the rate of the driver. The second takes ten milliseconds for each response; there all drivers
 * must measure the same. A tool that is not installed is left out, and the output says so.
 *
 * <p>Start at {@link vesper.bench.generator.GeneratorExperiment}, then {@code GeneratorRounds} and {@code
 * GeneratorBars}. Built on {@code vesper.bench.load}.
 */
@NullMarked
package vesper.bench.generator;

import org.jspecify.annotations.NullMarked;
