package vesper.records.rows;

/**
 * Limits on the parts of a row that a rule of the Monitor allows. A row may hold more because the Tracker also recorded
 * it. Code that shows the row on behalf of the Monitor must apply these limits.
 * <pre>
 * flags := … headers:1 (bit 5) query:1 (bit 6) bodyBytes:21 (bits 8 to 28)
 * </pre>
 *
 * @param bodyBytes limit for each body in bytes, 0 for no body; at most {@value #MOST_BODY_BYTES}
 */
public record RuleBounds(boolean headers, boolean query, int bodyBytes) {
    private static final int MOST_BODY_BYTES = (1 << 21) - 1;
    private static final long HEADERS = 1 << 5;
    private static final long QUERY = 1 << 6;
    private static final int BODY_BYTES_AT = 8;

    /** No limits: for rows that only the Monitor recorded, which already comply with the rule. */
    private static final RuleBounds ALL = new RuleBounds(true, true, MOST_BODY_BYTES);

    public RuleBounds {
        if (bodyBytes < 0 || bodyBytes > MOST_BODY_BYTES)
            throw new IllegalArgumentException("bodyBytes " + bodyBytes + " is out of bounds");
    }

    /** Decodes the limits from a row's flags. A tracked row without limits in its flags allows only metadata. */
    public static RuleBounds of(long flags) {
        if ((flags & RowFlags.TRACKED) == 0) return ALL;
        int bodyBytes = (int) (flags >>> BODY_BYTES_AT) & MOST_BODY_BYTES;
        return new RuleBounds((flags & HEADERS) != 0, (flags & QUERY) != 0, bodyBytes);
    }

    /** Encodes limits as bits of {@link Columns#FLAGS}. */
    public static long flags(boolean headers, boolean query, int bodyBytes) {
        return (headers ? HEADERS : 0) | (query ? QUERY : 0) | (long) bodyBytes << BODY_BYTES_AT;
    }
}
