package vesper.codec;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.jdk.NumberDeserializers;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/** Reads a {@link BigDecimal} and rejects one with too many {@link Digits}. */
final class BoundedDecimalDeserializer extends StdScalarDeserializer<BigDecimal> {
    BoundedDecimalDeserializer() {
        super(BigDecimal.class);
    }

    @Override
    public @Nullable BigDecimal deserialize(JsonParser parser, DeserializationContext context) {
        BigDecimal number;
        try {
            number = NumberDeserializers.BigDecimalDeserializer.instance.deserialize(parser, context);
        } catch (JacksonException | ArithmeticException | NumberFormatException e) {
            // The exponent does not fit an int.
            if (parser.hasToken(JsonToken.VALUE_NUMBER_FLOAT)) return tooLong(BigDecimal.ZERO, context);
            throw e;
        }
        return number == null || Digits.isWithinLimit(number) ? number : tooLong(number, context);
    }

    private static @Nullable BigDecimal tooLong(BigDecimal number, DeserializationContext context) {
        return (BigDecimal) context.handleWeirdNumberValue(BigDecimal.class, number, "too many digits");
    }
}
