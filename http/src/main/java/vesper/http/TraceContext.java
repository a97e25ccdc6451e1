package vesper.http;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Position of a request in a distributed trace (W3C Trace Context, level 1).
 *
 * @param traceId id of the whole trace: 32 lower-case hexadecimal digits, not all zero
 * @param spanId id of this request at this server: 16 such digits, not all zero; the parent id for calls made on its
 *     behalf
 * @param parentSpanId the caller's span id, or empty if the trace starts here
 * @param flags two hexadecimal digits; 01 means that the caller may have recorded its part
 * @param state vendor-specific data, {@code tracestate} as received, or empty
 */
public record TraceContext(String traceId, String spanId, String parentSpanId, String flags, String state) {
    private static final String SAMPLED = "01";
    private static final HexFormat HEX = HexFormat.of();
    private static final int TRACE_AT = 3;
    private static final int SPAN_AT = 36;
    private static final int FLAGS_AT = 53;
    private static final int LENGTH = 55;
    /** Longer values are dropped, which the specification allows above 512. */
    private static final int LONGEST_STATE = 512;

    /** Returns the trace in a request's fields, or a new one if they hold no valid one. */
    static TraceContext of(Headers headers) {
        String parent = headers.firstOrNull("traceparent");
        boolean isOne =
                parent != null && isValid(parent) && headers.all("traceparent").size() == 1;
        if (parent == null || !isOne) return new TraceContext(randomHex(2), randomHex(1), "", SAMPLED, "");
        return new TraceContext(
                parent.substring(TRACE_AT, SPAN_AT - 1),
                randomHex(1),
                parent.substring(SPAN_AT, FLAGS_AT - 1),
                parent.substring(FLAGS_AT, LENGTH),
                stateOf(headers.combinedOrNull("tracestate")));
    }

    /** Checks {@code version-traceid-parentid-flags}. A version after 00 may append more behind a hyphen. */
    private static boolean isValid(String text) {
        if (text.length() < LENGTH || text.startsWith("ff")) return false;
        if (text.length() > LENGTH && (text.startsWith("00") || text.charAt(LENGTH) != '-')) return false;
        return isHex(text, 0, 2)
                && text.charAt(2) == '-'
                && isHex(text, TRACE_AT, SPAN_AT - 1)
                && !isZero(text, TRACE_AT, SPAN_AT - 1)
                && text.charAt(SPAN_AT - 1) == '-'
                && isHex(text, SPAN_AT, FLAGS_AT - 1)
                && !isZero(text, SPAN_AT, FLAGS_AT - 1)
                && text.charAt(FLAGS_AT - 1) == '-'
                && isHex(text, FLAGS_AT, LENGTH);
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) return false;
        }
        return true;
    }

    private static boolean isZero(String text, int from, int to) {
        for (int i = from; i < to; i++) if (text.charAt(i) != '0') return false;
        return true;
    }

    private static String stateOf(@Nullable String text) {
        return text == null || text.length() > LONGEST_STATE ? "" : text;
    }

    /** Returns sixteen digits for each number. No number is 0, since an id of zeros is invalid. */
    private static String randomHex(int numbers) {
        StringBuilder digits = new StringBuilder(numbers * Long.BYTES * 2);
        for (int i = 0; i < numbers; i++) {
            long number;
            do number = ThreadLocalRandom.current().nextLong();
            while (number == 0);
            digits.append(HEX.toHexDigits(number));
        }
        return digits.toString();
    }

    /** Returns the header fields for a call made on behalf of this request. */
    public Headers fields() {
        return state.isEmpty()
                ? Headers.of("traceparent", traceparent())
                : Headers.of("traceparent", traceparent(), "tracestate", state);
    }

    /** Returns the value of {@code traceparent} for a call made on behalf of this request. */
    public String traceparent() {
        return "00-" + traceId + "-" + spanId + "-" + flags;
    }
}
