/**
 * What Monitor and Tracker cost: the same service with both on, with one of them, and with both off.
 *
 * <p>The instrument starts, drives and waits for the servers. Here is what is looked at beside: search must find as many
 * records as there were answers, which is counted after each run, and records take room on heap and disk. Then the bars,
 * and what is told in tables and JSON. Vesper is spoken to over HTTP only.
 *
 * <p>Start at {@link vesper.bench.overhead.RecordingCase}, then {@link vesper.bench.overhead.RecordWatch} and
 * {@link vesper.bench.overhead.OverheadBars}. The arms are made by {@code vesper.bench.experiments}.
 */
@NullMarked
package vesper.bench.overhead;

import org.jspecify.annotations.NullMarked;
