package vesper.records.store;

/**
 * How far sealing is.
 *
 * @param pending rows that sealing has not read from the journals yet; those that it has read wait in memory until they
 *     fill a block, and are in the journals until then
 * @param lagMillis no row that waits is older; 0 where none does
 * @param filesToRebuild files of blocks that are still to be made anew, since somebody asked for it or they were found
 *     damaged at the start
 * @param trouble what people should see to, or empty: records that are not sealed, not taken, or lost
 */
public record StoreStatus(
        long pending, long lagMillis, long journalBytes, long blockBytes, int filesToRebuild, String trouble) {
    /** Of no store. */
    public static StoreStatus nothing(String trouble) {
        return new StoreStatus(0, 0, 0, 0, 0, trouble);
    }
}
