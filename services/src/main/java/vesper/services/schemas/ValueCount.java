package vesper.services.schemas;

import java.util.ArrayDeque;
import java.util.Deque;
import tools.jackson.databind.JsonNode;
import vesper.codec.Digits;

/** Counts the values of a document before anything computes with them. */
final class ValueCount {
    private ValueCount() {}

    /**
     * How many values there are; -1 if one is a number of more digits than {@link Digits} takes, which costs a library
     * that adds, divides or writes it as much as its author likes.
     */
    static long of(JsonNode document) {
        Deque<JsonNode> open = new ArrayDeque<>();
        open.push(document);
        long values = 0;
        while (!open.isEmpty()) {
            JsonNode value = open.pop();
            values++;
            if (value.isBigDecimal() && !Digits.areWithin(value.decimalValue())) return -1;
            if (value.isBigInteger() && value.bigIntegerValue().bitLength() > 4 * Digits.MOST) return -1;
            value.forEach(open::push);
        }
        return values;
    }
}
