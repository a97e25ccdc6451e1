/**
 * Timers of documents: when each rings next is kept beside the documents, in the same storage, ordered by time, so that a
 * timer that does not ring costs no heap.
 *
 * <p>Start at {@link vesper.services.timers.TimerBook}.
 */
@NullMarked
package vesper.services.timers;

import org.jspecify.annotations.NullMarked;
