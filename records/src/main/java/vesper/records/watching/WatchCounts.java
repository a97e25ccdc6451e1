package vesper.records.watching;

/**
 * What became of callbacks and webhooks since the start.
 *
 * @param sent those that were taken
 * @param failed given up after the last attempt
 * @param skipped never tried, since too many waited or their record was gone
 */
public record WatchCounts(long sent, long failed, long skipped) {}
