/**
 * Callbacks and alerts of the Monitor's rules.
 *
 * <p>A single thread reads the journals a little behind the writers, outside the path of requests. It runs only while
 * an enabled rule has a callback or an alert. Records are delivered at least once, in no particular order. A file keeps
 * the position of the oldest undelivered record; {@code docs/formats/callbacks.md} describes it. A receiver that is too
 * slow loses messages, which are skipped and counted; it delays neither requests nor other receivers.
 *
 * <p>Start at {@link vesper.records.watching.Watch}, then read {@code JournalFollower} and {@code Outbox}, and
 * {@code AlertWatch} for alerts.
 */
@NullMarked
package vesper.records.watching;

import org.jspecify.annotations.NullMarked;
