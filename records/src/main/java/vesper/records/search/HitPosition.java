package vesper.records.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The position of a hit in the sort order: its sort value and its id. The position of a page's last hit is the cursor
 * at which the next page starts; records that arrive in between do not shift it.
 *
 * @param text the sort value of a text column, truncated to {@value #LONGEST_TEXT} characters; otherwise null
 */
record HitPosition(long number, @Nullable String text, long high, long low) {
    private static final int FIXED_BYTES = 3 * Long.BYTES + 1;
    private static final int LONGEST_TEXT = 512;

    static HitPosition of(String text, long high, long low) {
        String compared = text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
        return new HitPosition(0, compared, high, low);
    }

    static HitPosition of(long number, long high, long low) {
        return new HitPosition(number, null, high, low);
    }

    /** Returns the order of hits: the first hit is the least. */
    static Comparator<HitPosition> order(Sort sort) {
        Comparator<HitPosition> byValue = sort.isByText()
                ? Comparator.comparing(position -> position.text == null ? "" : position.text)
                : Comparator.comparingLong(HitPosition::number);
        Comparator<HitPosition> ascending = byValue.thenComparing(HitPosition::high, Long::compareUnsigned)
                .thenComparing(HitPosition::low, Long::compareUnsigned);
        return sort.isDescending() ? ascending.reversed() : ascending;
    }

    String encoded() {
        byte[] utf8 = text == null ? new byte[0] : text.getBytes(UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(FIXED_BYTES + utf8.length);
        bytes.put((byte) (text == null ? 0 : 1))
                .putLong(number)
                .putLong(high)
                .putLong(low)
                .put(utf8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    static HitPosition decode(String encoded, Sort sort) throws QueryException {
        if (encoded.length() > FIXED_BYTES * 2 + LONGEST_TEXT * 4) throw wrong();
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(encoded);
        } catch (IllegalArgumentException _) {
            throw wrong();
        }
        if (bytes.length < FIXED_BYTES || (bytes[0] != 0) != sort.isByText()) throw wrong();
        ByteBuffer fields = ByteBuffer.wrap(bytes, 1, FIXED_BYTES - 1);
        String text = sort.isByText() ? new String(Arrays.copyOfRange(bytes, FIXED_BYTES, bytes.length), UTF_8) : null;
        return new HitPosition(fields.getLong(), text, fields.getLong(), fields.getLong());
    }

    private static QueryException wrong() {
        return new QueryException(0, "this cursor belongs to no page that was sorted like this");
    }
}
