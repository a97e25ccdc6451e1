package vesper.http;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where a request stands in a trace that may span many systems (W3C Trace Context, level 1).
 *
 * @param traceId the whole trace's, 32 lower-case hexadecimal digits, not all zero
 * @param spanId this request's at this server, 16 such digits, not all zero; whoever is called from here gets it as its
 *     parent
 * @param parentSpanId the caller's, or empty where the trace begins here
 * @param flags two hexadecimal digits; 01 says that the caller may have recorded its part
 * @param state what vendors carry along, {@code tracestate} as it came, or empty
 */
public record TraceContext(String traceId, String spanId, String parentSpanId, String flags, String state) {
    private static final String SAMPLED = "01";
    private static final HexFormat HEX = HexFormat.of();
    private static final int TRACE_AT = 3;
    private static final int SPAN_AT = 36;
    private static final int FLAGS_AT = 53;
    private static final int LENGTH = 55;
    /** Longer ones are not carried on, which the specification allows from 512 on. */
    private static final int LONGEST_STATE = 512;

    /** The trace that a request's fields tell of, or a new one where they tell of none that is valid. */
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

    /** {@code version-traceid-parentid-flags}; a later version than 00 may have more behind a hyphen. */
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

    /** Sixteen digits for each number; an id that is all zero is none. */
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

    /** What goes with a request to whoever is called on behalf of this one. */
    public Headers fields() {
        return state.isEmpty()
                ? Headers.of("traceparent", traceparent())
                : Headers.of("traceparent", traceparent(), "tracestate", state);
    }

    /** The value of {@code traceparent} for whoever is called on behalf of this request. */
    public String traceparent() {
        return "00-" + traceId + "-" + spanId + "-" + flags;
    }
}
