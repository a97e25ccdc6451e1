package vesper.records.rows;

/** Bits of {@link Columns#FLAGS}; others are those of {@link RuleBounds}. */
public final class RowFlags {
    /** A rule of the Monitor chose it. */
    public static final long MONITORED = 1;
    /** It is a transaction, or a part of one. */
    public static final long TRACKED = 1 << 1;
    /** Not an exchange, but something that was added to the transaction with this id. */
    public static final long ADDITION = 1 << 2;
    /** The content of the request was longer than what is kept of it. */
    public static final long REQUEST_CUT = 1 << 3;

    public static final long RESPONSE_CUT = 1 << 4;

    private RowFlags() {}
}
