package vesper.services.schemas;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The number closest to 0 that a schema accepts. The schema's own numbers have a bounded number of digits, like all
 * that the codec reads.
 */
final class ExampleNumber {
    /** Accepted numbers are multiples of this. */
    private final Optional<BigDecimal> step;

    private ExampleNumber(Optional<BigDecimal> step) {
        this.step = step;
    }

    static JsonNode of(ObjectNode schema, boolean isWhole) {
        Optional<BigDecimal> multipleOf = number(schema, "multipleOf").filter(it -> it.signum() > 0);
        Optional<BigDecimal> step = isWhole ? Optional.of(wholeStep(multipleOf.orElse(BigDecimal.ONE))) : multipleOf;
        Optional<Edge> least = Edge.of(number(schema, "minimum"), number(schema, "exclusiveMinimum"));
        Optional<Edge> most = Edge.of(
                number(schema, "maximum").map(BigDecimal::negate),
                number(schema, "exclusiveMaximum").map(BigDecimal::negate));
        return node(new ExampleNumber(step).nextToZero(least, most));
    }

    /** Returns the smallest whole number that is a multiple: for 1.5 it is 3. */
    private static BigDecimal wholeStep(BigDecimal multipleOf) {
        BigDecimal number = multipleOf.stripTrailingZeros();
        if (number.scale() <= 0) return number;
        BigInteger digits = number.unscaledValue();
        return new BigDecimal(digits.divide(digits.gcd(BigInteger.TEN.pow(number.scale()))));
    }

    /** A lower bound. An upper bound is represented by its negative. */
    private record Edge(BigDecimal number, boolean isTaken) {
        static Optional<Edge> of(Optional<BigDecimal> taken, Optional<BigDecimal> notTaken) {
            boolean isOut = notTaken.isPresent()
                    && taken.filter(it -> it.compareTo(notTaken.get()) > 0).isEmpty();
            return isOut ? notTaken.map(it -> new Edge(it, false)) : taken.map(it -> new Edge(it, true));
        }

        boolean takesZero() {
            return number.signum() < 0 || (number.signum() == 0 && isTaken);
        }
    }

    private BigDecimal nextToZero(Optional<Edge> least, Optional<Edge> most) {
        if (least.isPresent() && !least.get().takesZero()) return from(least.get(), most);
        if (most.isPresent() && !most.get().takesZero())
            return from(most.get(), least).negate();
        return BigDecimal.ZERO;
    }

    private BigDecimal from(Edge edge, Optional<Edge> opposite) {
        if (step.isPresent()) return multipleFrom(edge, step.get());
        if (edge.isTaken) return edge.number;
        BigDecimal next = edge.number.add(BigDecimal.ONE);
        Optional<BigDecimal> end = opposite.map(it -> it.number.negate());
        boolean isTooFar = end.filter(it -> next.compareTo(it) >= 0).isPresent();
        return isTooFar ? edge.number.add(end.get()).divide(BigDecimal.TWO) : next;
    }

    private static BigDecimal multipleFrom(Edge edge, BigDecimal step) {
        BigDecimal multiple = edge.number.divide(step, 0, RoundingMode.CEILING).multiply(step);
        boolean isOut = !edge.isTaken && multiple.compareTo(edge.number) == 0;
        return isOut ? multiple.add(step) : multiple;
    }

    private static Optional<BigDecimal> number(ObjectNode schema, String keyword) {
        JsonNode value = schema.path(keyword);
        return value.isNumber() ? Optional.of(value.decimalValue()) : Optional.empty();
    }

    private static JsonNode node(BigDecimal number) {
        if (number.stripTrailingZeros().scale() > 0) return DecimalNode.valueOf(number);
        BigDecimal whole = number.setScale(0, RoundingMode.UNNECESSARY);
        if (whole.precision() < 10) return IntNode.valueOf(whole.intValueExact());
        return whole.precision() < 19
                ? LongNode.valueOf(whole.longValueExact())
                : BigIntegerNode.valueOf(whole.toBigIntegerExact());
    }
}
