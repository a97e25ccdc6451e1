/**
 * Timers of documents: when each rings next is kept beside the documents, in the same storage, ordered by time, so that a
 * timer that does not ring costs no heap. Of documents that several nodes have, one node rings them at a time; where two
 * come to do it, what comes of a ring is stored once.
 *
 * <p>Start at {@link vesper.services.timers.TimerBook}.
 */
@NullMarked
package vesper.services.timers;

import org.jspecify.annotations.NullMarked;
