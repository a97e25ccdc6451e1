package vesper.records.rows;

/**
 * What the Monitor's rule keeps of a row, which holds more where the Tracker wants more: whoever shows it as the rule's
 * shows no more than this.
 * <pre>
 * flags := … headers:1 (bit 5) query:1 (bit 6) bodyBytes:21 (bits 8 to 28)
 * </pre>
 *
 * @param bodyBytes of each body, 0 for none; at most {@value #MOST_BODY_BYTES}
 */
public record RuleBounds(boolean headers, boolean query, int bodyBytes) {
    private static final int MOST_BODY_BYTES = (1 << 21) - 1;
    private static final long HEADERS = 1 << 5;
    private static final long QUERY = 1 << 6;
    private static final int BODY_BYTES_AT = 8;

    /** Of a row that the rule alone has made. */
    private static final RuleBounds ALL = new RuleBounds(true, true, MOST_BODY_BYTES);

    public RuleBounds {
        if (bodyBytes < 0 || bodyBytes > MOST_BODY_BYTES)
            throw new IllegalArgumentException("bodyBytes " + bodyBytes + " is out of bounds");
    }

    /** Those of a row with these flags; nothing but metadata of one that was tracked and does not say. */
    public static RuleBounds of(long flags) {
        if ((flags & RowFlags.TRACKED) == 0) return ALL;
        int bodyBytes = (int) (flags >>> BODY_BYTES_AT) & MOST_BODY_BYTES;
        return new RuleBounds((flags & HEADERS) != 0, (flags & QUERY) != 0, bodyBytes);
    }

    /** As bits of {@link Columns#FLAGS}. */
    public static long flags(boolean headers, boolean query, int bodyBytes) {
        return (headers ? HEADERS : 0) | (query ? QUERY : 0) | (long) bodyBytes << BODY_BYTES_AT;
    }
}
