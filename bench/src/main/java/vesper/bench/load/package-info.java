/**
 * Drives an HTTP server and times its answers.
 *
 * <p>A {@link vesper.bench.load.LoadPlan} says what to send, over how many connections, and how long. It is driven
 * either as a closed loop (each connection sends again as soon as it is answered) or at a fixed rate, where latency
 * counts from the moment a request was due, so that a server that stalls cannot hide the requests it kept waiting.
 *
 * <p>Start at {@link vesper.bench.load.LoadGenerator}, then {@code ResponseScanner}.
 * {@link vesper.bench.load.WrkEngine} gives the same plan to an installed {@code wrk}. Knows nothing of experiments.
 */
@NullMarked
package vesper.bench.load;

import org.jspecify.annotations.NullMarked;
