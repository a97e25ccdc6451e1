package vesper.journal;

/**
 * Result of the recovery at opening. It cuts off bytes where a crash interrupted an append, or where a power cut took
 * parts of unsynced data. Synced data is never cut.
 *
 * @param resumePosition position at which the journal continues
 */
public record Recovery(long cutBytes, long resumePosition) {}
