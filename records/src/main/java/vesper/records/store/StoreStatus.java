package vesper.records.store;

/**
 * How far sealing is.
 *
 * @param pending rows that sealing has not read from the journals yet; those that it has read wait in memory until they
 *     fill a block, and are in the journals until then
 * @param lagMillis no row that waits is older; 0 where none does
 * @param trouble why sealing does not go on, or empty
 */
public record StoreStatus(long pending, long lagMillis, long journalBytes, long blockBytes, String trouble) {
    public static final StoreStatus NOTHING = new StoreStatus(0, 0, 0, 0, "");
}
