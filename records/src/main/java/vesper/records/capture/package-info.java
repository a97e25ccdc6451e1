/**
 * From an exchange to a row in the journal, on the event loop that served it.
 *
 * <p>A {@link vesper.records.capture.Recorder} stands before the services and notes what they answer; when the exchange
 * is over, {@link vesper.records.capture.Capture} asks the rules and writes what they want into the journal of that
 * event loop, in the order of {@code docs/formats/record-rows.md}. Knows nothing of what becomes of it there.
 */
@NullMarked
package vesper.records.capture;

import org.jspecify.annotations.NullMarked;
