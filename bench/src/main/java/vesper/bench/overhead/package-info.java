/**
 * The cost of Monitor and Tracker: the same service with both on, with one of them, and with both off.
 *
 * <p>The instrument starts, drives and awaits the servers. This package adds measurements: after each run it counts
 * whether search finds as many records as there were responses, and it measures the records' heap and disk use. It also
 * has the bars, tables and JSON. It accesses Vesper over HTTP only.
 *
 * <p>Start at {@link vesper.bench.overhead.RecordingCase}, then {@link vesper.bench.overhead.RecordWatch} and {@link
 * vesper.bench.overhead.OverheadBars}. The arms are defined in {@code vesper.bench.experiments}.
 */
@NullMarked
package vesper.bench.overhead;

import org.jspecify.annotations.NullMarked;
