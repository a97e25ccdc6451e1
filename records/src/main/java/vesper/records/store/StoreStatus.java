package vesper.records.store;

/**
 * How far sealing is.
 *
 * @param pending rows that were not taken up yet
 * @param lagMillis no row that waits is older; 0 where none does
 * @param filesToRebuild files of blocks that are still to be made anew; 0 where nobody asked for it
 * @param trouble why sealing does not go on, or empty
 */
public record StoreStatus(
        long pending, long lagMillis, long journalBytes, long blockBytes, int filesToRebuild, String trouble) {
    public static final StoreStatus NOTHING = new StoreStatus(0, 0, 0, 0, 0, "");
}
