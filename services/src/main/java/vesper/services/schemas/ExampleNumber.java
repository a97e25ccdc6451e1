package vesper.services.schemas;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;

/** The number next to 0 that a schema takes. Its keywords are of bounded digits, as all that was read. */
final class ExampleNumber {
    private final boolean isWhole;
    private final Optional<BigDecimal> multipleOf;
    private final BigDecimal step;

    private ExampleNumber(ObjectNode schema, boolean isWhole) {
        this.isWhole = isWhole;
        this.multipleOf = number(schema, "multipleOf").filter(it -> it.signum() > 0);
        this.step = multipleOf.orElse(BigDecimal.ONE);
    }

    static JsonNode of(ObjectNode schema, boolean isWhole) {
        return node(new ExampleNumber(schema, isWhole).within(schema), isWhole);
    }

    private BigDecimal within(ObjectNode schema) {
        Optional<BigDecimal> least = number(schema, "minimum");
        Optional<BigDecimal> above = number(schema, "exclusiveMinimum");
        Optional<BigDecimal> most = number(schema, "maximum");
        Optional<BigDecimal> below = number(schema, "exclusiveMaximum");
        BigDecimal number = BigDecimal.ZERO;
        if (least.isPresent()) number = number.max(least.get());
        if (most.isPresent()) number = number.min(most.get());
        if (above.isPresent() && number.compareTo(above.get()) <= 0) number = inside(above.get(), below.or(() -> most));
        if (below.isPresent() && number.compareTo(below.get()) >= 0) {
            number = inside(below.get(), above.or(() -> least));
        }
        boolean isUp = number.signum() > 0;
        return isWhole || multipleOf.isPresent()
                ? number.divide(step, 0, isUp ? RoundingMode.CEILING : RoundingMode.FLOOR)
                        .multiply(step)
                : number;
    }

    /** Beside a bound that is not taken itself: a step further, or halfway to the other one where that is nearer. */
    private BigDecimal inside(BigDecimal bound, Optional<BigDecimal> other) {
        boolean isUp = other.map(it -> it.compareTo(bound) > 0).orElse(bound.signum() >= 0);
        BigDecimal next = isUp ? bound.add(step) : bound.subtract(step);
        boolean isTooFar =
                other.isPresent() && (isUp ? next.compareTo(other.get()) >= 0 : next.compareTo(other.get()) <= 0);
        return isTooFar && !isWhole && multipleOf.isEmpty()
                ? bound.add(other.get()).divide(BigDecimal.TWO)
                : next;
    }

    private static Optional<BigDecimal> number(ObjectNode schema, String keyword) {
        JsonNode value = schema.path(keyword);
        return value.isNumber() ? Optional.of(value.decimalValue()) : Optional.empty();
    }

    private static JsonNode node(BigDecimal number, boolean isWhole) {
        if (!isWhole && number.stripTrailingZeros().scale() > 0) return DecimalNode.valueOf(number);
        BigDecimal whole = number.setScale(0, RoundingMode.UNNECESSARY);
        if (whole.precision() < 10) return IntNode.valueOf(whole.intValueExact());
        return whole.precision() < 19
                ? LongNode.valueOf(whole.longValueExact())
                : BigIntegerNode.valueOf(whole.toBigIntegerExact());
    }
}
