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
        Optional<Bound> min = Bound.of(number(schema, "minimum"), number(schema, "exclusiveMinimum"));
        Optional<Bound> max = Bound.of(
                number(schema, "maximum").map(BigDecimal::negate),
                number(schema, "exclusiveMaximum").map(BigDecimal::negate));
        return node(new ExampleNumber(step).nextToZero(min, max));
    }

    /** Returns the smallest whole number that is a multiple: for 1.5 it is 3. */
    private static BigDecimal wholeStep(BigDecimal multipleOf) {
        BigDecimal number = multipleOf.stripTrailingZeros();
        if (number.scale() <= 0) return number;
        BigInteger digits = number.unscaledValue();
        return new BigDecimal(digits.divide(digits.gcd(BigInteger.TEN.pow(number.scale()))));
    }

    /** A lower bound. An upper bound is represented by its negative. */
    private record Bound(BigDecimal number, boolean isInclusive) {
        static Optional<Bound> of(Optional<BigDecimal> inclusive, Optional<BigDecimal> exclusive) {
            boolean isExclusiveTighter = exclusive.isPresent()
                    && inclusive.filter(it -> it.compareTo(exclusive.get()) > 0).isEmpty();
            return isExclusiveTighter
                    ? exclusive.map(it -> new Bound(it, false))
                    : inclusive.map(it -> new Bound(it, true));
        }

        boolean allowsZero() {
            return number.signum() < 0 || (number.signum() == 0 && isInclusive);
        }
    }

    private BigDecimal nextToZero(Optional<Bound> min, Optional<Bound> max) {
        if (min.isPresent() && !min.get().allowsZero()) return from(min.get(), max);
        if (max.isPresent() && !max.get().allowsZero())
            return from(max.get(), min).negate();
        return BigDecimal.ZERO;
    }

    private BigDecimal from(Bound bound, Optional<Bound> opposite) {
        if (step.isPresent()) return multipleFrom(bound, step.get());
        if (bound.isInclusive) return bound.number;
        BigDecimal next = bound.number.add(BigDecimal.ONE);
        Optional<BigDecimal> end = opposite.map(it -> it.number.negate());
        boolean isTooFar = end.filter(it -> next.compareTo(it) >= 0).isPresent();
        return isTooFar ? bound.number.add(end.get()).divide(BigDecimal.TWO) : next;
    }

    private static BigDecimal multipleFrom(Bound bound, BigDecimal step) {
        BigDecimal multiple = bound.number.divide(step, 0, RoundingMode.CEILING).multiply(step);
        boolean isOut = !bound.isInclusive && multiple.compareTo(bound.number) == 0;
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
