package vesper.services.schemas;

import java.util.ArrayDeque;
import java.util.Deque;
import tools.jackson.databind.JsonNode;
import vesper.codec.Digits;

/** Counts the values of a document before any code computes with them. */
final class ValueCount {
    private ValueCount() {}

    /**
     * Returns the number of values, or -1 if one is a number with more digits than {@link Digits} allows. A library
     * that adds, divides or prints such a number could take arbitrarily long.
     */
    static long of(JsonNode document) {
        Deque<JsonNode> open = new ArrayDeque<>();
        open.push(document);
        long values = 0;
        while (!open.isEmpty()) {
            JsonNode value = open.pop();
            values++;
            if (value.isBigDecimal() && !Digits.isWithinLimit(value.decimalValue())) return -1;
            if (value.isBigInteger() && value.bigIntegerValue().bitLength() > 4 * Digits.MAX) return -1;
            value.forEach(open::push);
        }
        return values;
    }
}
