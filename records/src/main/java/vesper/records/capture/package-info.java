/**
 * Recording of exchanges: from a finished exchange to a row in the journal, on the event loop that served it.
 *
 * <p>A {@link vesper.records.capture.Recorder} wraps the services and notes their responses. When an exchange ends,
 * {@link vesper.records.capture.Capture} applies the rules and writes a row to the journal of that event loop, in the
 * format of {@code docs/formats/record-rows.md}. This package does not know how the rows are used later.
 */
@NullMarked
package vesper.records.capture;

import org.jspecify.annotations.NullMarked;
