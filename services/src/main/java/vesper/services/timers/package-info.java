/**
 * Timers of documents.
 *
 * <p>Due times are stored beside the documents, in the same kind of storage and ordered by time, so a timer takes no
 * heap until it fires. With replicated documents, one node at a time fires the timers. If two nodes fire the same one,
 * its result is stored once.
 *
 * <p>Start at {@link vesper.services.timers.TimerStore}.
 */
@NullMarked
package vesper.services.timers;

import org.jspecify.annotations.NullMarked;
