/**
 * Benchmarks of the running server. The load bench runs in a separate process, so it costs the server nothing but its
 * share of the machine. The results of these runs and of the {@code bench} command are available over HTTP.
 *
 * <p>Start at {@link vesper.launcher.benches.BenchRuns} and {@link vesper.launcher.benches.BenchResults}.
 */
@NullMarked
package vesper.launcher.benches;

import org.jspecify.annotations.NullMarked;
