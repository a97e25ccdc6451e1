package vesper.records.watching;

/**
 * Numbers of messages to callbacks and webhooks since the start.
 *
 * @param sent accepted by the receiver
 * @param failed given up after the last attempt
 * @param skipped never attempted, because the queue was full or the record could not be read
 */
public record WatchCounts(long sent, long failed, long skipped) {}
