package vesper.codec;

import java.math.BigInteger;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.jdk.NumberDeserializers;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/**
 * Reads a {@link BigInteger} from whole numbers only. Jackson also accepts {@code 1e99999}: seven bytes that become a
 * hundred thousand digits.
 */
final class WholeNumberDeserializer extends StdScalarDeserializer<BigInteger> {
    WholeNumberDeserializer() {
        super(BigInteger.class);
    }

    @Override
    public BigInteger deserialize(JsonParser parser, DeserializationContext context) {
        if (parser.hasToken(JsonToken.VALUE_NUMBER_FLOAT)) {
            return (BigInteger) context.handleUnexpectedToken(getValueType(context), parser);
        }
        return NumberDeserializers.BigIntegerDeserializer.instance.deserialize(parser, context);
    }
}
