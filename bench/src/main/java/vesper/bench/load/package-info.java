/**
 * Load generation: sends HTTP requests to a server and measures the latency of the responses.
 *
 * <p>A {@link vesper.bench.load.LoadPlan} defines what to send ({@link vesper.bench.load.Mix}), over how many
 * connections, when and how long. The plan is either a closed loop, in which each connection sends again as soon as it
 * has the response, or follows {@link vesper.bench.load.Arrivals}. Then latency counts from the time at which a request
 * was due, so that a stalled server cannot hide the requests that it delayed.
 *
 * <p>Start at {@link vesper.bench.load.LoadGenerator}, then {@code GeneratorRun}, a thread's share of a run, and {@code
 * ResponseScanner}. {@link vesper.bench.load.WrkEngine} and others pass the same plan to an installed tool. Knows
 * nothing of experiments.
 */
@NullMarked
package vesper.bench.load;

import org.jspecify.annotations.NullMarked;
