package vesper.records.rows;

/** Bits of {@link Columns#FLAGS}. {@link RuleBounds} defines the remaining ones. */
public final class RowFlags {
    /** A rule of the Monitor selected the exchange. */
    public static final long MONITORED = 1;
    /** The row is a transaction or part of one. */
    public static final long TRACKED = 1 << 1;
    /** The row is not an exchange but an addition to the transaction with this id. */
    public static final long ADDITION = 1 << 2;
    /** The request content was longer than the part that is stored. */
    public static final long REQUEST_CUT = 1 << 3;

    public static final long RESPONSE_CUT = 1 << 4;

    private RowFlags() {}
}
