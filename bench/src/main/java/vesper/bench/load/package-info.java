/**
 * Drives an HTTP server and times its answers.
 *
 * <p>A {@link vesper.bench.load.LoadPlan} says what to send ({@link vesper.bench.load.Mix}), over how many connections, when
 * and how long. It is driven either as a closed loop (each connection sends again as soon as it is answered) or as
 * {@link vesper.bench.load.Arrivals} say, where latency counts from the moment a request was due, so that a server that
 * stalls cannot hide the requests it kept waiting.
 *
 * <p>Start at {@link vesper.bench.load.LoadGenerator}, then {@code GeneratorRun}, a thread's share of a run, and
 * {@code ResponseScanner}. {@link vesper.bench.load.WrkEngine} and others give the same plan to an installed tool. Knows nothing
 * of experiments.
 */
@NullMarked
package vesper.bench.load;

import org.jspecify.annotations.NullMarked;
