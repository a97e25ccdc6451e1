/**
 * Server processes under measurement, and the figures that Linux and the JVM report about them.
 *
 * <p>Start at {@link vesper.bench.process.ServerProcess}; {@link vesper.bench.process.CpuTime} reads {@code /proc}.
 * Knows nothing of load or experiments.
 */
@NullMarked
package vesper.bench.process;

import org.jspecify.annotations.NullMarked;
