/**
 * The load bench, run from a server that is measured: runs of it are processes of their own, so that it takes nothing of the
 * server but its share of the machine, and what they and the command left behind can be looked at.
 *
 * <p>Start at {@link vesper.launcher.benches.BenchRuns} and {@link vesper.launcher.benches.BenchResults}.
 */
@NullMarked
package vesper.launcher.benches;

import org.jspecify.annotations.NullMarked;
