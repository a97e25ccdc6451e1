/**
 * The common procedure of all experiments. It starts servers in their own processes, drives them until they are warm,
 * and records runs in turn, each alone on the machine: before the next run it waits until the server has finished its
 * backlog. Knows nothing of the conclusions.
 *
 * <p>Start at {@link vesper.bench.instrument.Instrument}.
 */
@NullMarked
package vesper.bench.instrument;

import org.jspecify.annotations.NullMarked;
