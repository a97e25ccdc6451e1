/**
 * What the Monitor's rules ask for besides recording: to be called with each record, and to be alerted.
 *
 * <p>One thread follows the journals a little behind, off the path of requests; it is there only while an enabled rule
 * has a callback or an alert. Records are told at least once, in no promised order: up to where they were is kept in a
 * file, which {@code docs/formats/callbacks.md} draws. What a receiver does not take in time is skipped and counted; it
 * holds up neither requests nor other receivers.
 *
 * <p>Start at {@link vesper.records.watching.Watch}, then {@code Following} and {@code Outbox}; of alerts, {@code
 * AlertWatch}.
 */
@NullMarked
package vesper.records.watching;

import org.jspecify.annotations.NullMarked;
