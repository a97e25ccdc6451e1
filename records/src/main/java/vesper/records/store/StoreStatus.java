package vesper.records.store;

/**
 * The progress of sealing.
 *
 * @param pending rows that have not been read from the journals yet; rows that were read but do not fill a block yet
 *     are held in memory and are still in the journals
 * @param lagMillis upper bound for the age of the waiting rows; 0 if no rows wait
 * @param filesToRebuild block files that are still to be rebuilt, on request or because the start found them damaged
 * @param trouble problems that need attention, or empty: records that are not sealed, not accepted or lost
 */
public record StoreStatus(
        long pending, long lagMillis, long journalBytes, long blockBytes, int filesToRebuild, String trouble) {
    /** Returns the status while there is no store. */
    public static StoreStatus nothing(String trouble) {
        return new StoreStatus(0, 0, 0, 0, 0, trouble);
    }
}
