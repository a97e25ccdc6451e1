package vesper.records.store;

/**
 * How far sealing is.
 *
 * @param pending rows that were not taken up yet
 * @param lagMillis no row that waits is older; 0 where none does
 * @param trouble why sealing does not go on, or empty
 */
public record StoreStatus(long pending, long lagMillis, long journalBytes, long blockBytes, String trouble) {
    public static final StoreStatus NOTHING = new StoreStatus(0, 0, 0, 0, "");
}
