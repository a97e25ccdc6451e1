/**
 * What Monitor and Tracker cost: the same service with both on, with one of them, and with both off.
 *
 * <p>Four servers are started, each fresh, with a heap and a data folder of its own and the same rules; all stay up while
 * one is driven, and the runs are interleaved. After each run the server seals what it recorded, and that is part of
 * what the run cost; then search must find as many records as there were answers. Vesper is spoken to over HTTP only.
 *
 * <p>Start at {@link vesper.bench.overhead.OverheadExperiment}, then {@code OverheadTrial}, {@code RunningCase} and
 * {@code OverheadBars}.
 */
@NullMarked
package vesper.bench.overhead;

import org.jspecify.annotations.NullMarked;
