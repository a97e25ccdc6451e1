package vesper.records.store;

/**
 * How far sealing is.
 *
 * @param pending rows that were not taken up yet
 * @param lagMillis no row that waits is older; 0 where none does
 * @param trouble what people should see to, or empty: records that are not sealed, not taken, or lost
 */
public record StoreStatus(long pending, long lagMillis, long journalBytes, long blockBytes, String trouble) {
    /** Of no store. */
    public static StoreStatus nothing(String trouble) {
        return new StoreStatus(0, 0, 0, 0, trouble);
    }
}
