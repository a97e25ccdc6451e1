package vesper.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as JSON: maps with text keys, collections, text, numbers, booleans and null. A number that JSON cannot
 * express (NaN or infinite) becomes null; a fraction has at most six significant digits. Other types cause an
 * exception.
 */
public final class JsonEncoder {
    private static final MathContext DIGITS = new MathContext(6);

    private JsonEncoder() {}

    public static String encode(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Boolean truth -> truth.toString();
            case Double number -> encodeNumber(number);
            case Long number -> number.toString();
            case Integer number -> number.toString();
            case CharSequence text -> quoted(text);
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> quoted((CharSequence) entry.getKey()) + ":" + encode(entry.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case Collection<?> items ->
                items.stream().map(JsonEncoder::encode).collect(Collectors.joining(",", "[", "]"));
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        };
    }

    private static String encodeNumber(double number) {
        if (!Double.isFinite(number)) return "null";
        if (number == Math.rint(number) && Math.abs(number) < 1e15) return Long.toString((long) number);
        if (Math.abs(number) >= 1e5) return Long.toString(Math.round(number));
        return BigDecimal.valueOf(number).round(DIGITS).stripTrailingZeros().toPlainString();
    }

    private static String quoted(CharSequence text) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            switch (next) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (next < ' ')
                        quoted.append("\\u00")
                                .append(Character.forDigit(next >> 4, 16))
                                .append(Character.forDigit(next & 15, 16));
                    else quoted.append(next);
                }
            }
        }
        return quoted.append('"').toString();
    }
}
