package vesper.codec;

import java.math.BigInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * Reports numbers that are fractional or too large where a whole number is expected, and numbers beyond the range of
 * floating-point types. Jackson throws for these without calling any
 * {@link tools.jackson.databind.deser.DeserializationProblemHandler}, which would end the search for bad fields.
 */
final class NumberCheckingParser extends JsonParserDelegate {
    private final Consumer<Class<?>> onMisfit;
    private final Consumer<Class<?>> onTooLarge;

    /** Both consumers receive the requested type while the parser is at the number. */
    NumberCheckingParser(JsonParser parser, Consumer<Class<?>> onMisfit, Consumer<Class<?>> onTooLarge) {
        super(parser);
        this.onTooLarge = onTooLarge;
        this.onMisfit = onMisfit;
    }

    /** Delegates to the parser itself, which for XML detects elements inside a text here. */
    @Override
    public @Nullable String nextStringValue() {
        return delegate.nextStringValue();
    }

    @Override
    public byte getByteValue() {
        return whole(byte.class, delegate::getByteValue, (byte) 0);
    }

    @Override
    public short getShortValue() {
        return whole(short.class, delegate::getShortValue, (short) 0);
    }

    @Override
    public int getIntValue() {
        return whole(int.class, delegate::getIntValue, 0);
    }

    @Override
    public int getValueAsInt() {
        return hasToken(JsonToken.VALUE_NUMBER_FLOAT) ? getIntValue() : delegate.getValueAsInt();
    }

    @Override
    public long getLongValue() {
        return whole(long.class, delegate::getLongValue, 0L);
    }

    @Override
    public long getValueAsLong() {
        return hasToken(JsonToken.VALUE_NUMBER_FLOAT) ? getLongValue() : delegate.getValueAsLong();
    }

    @Override
    public BigInteger getBigIntegerValue() {
        return whole(BigInteger.class, delegate::getBigIntegerValue, BigInteger.ZERO);
    }

    @Override
    public double getDoubleValue() {
        return finite(double.class, delegate::getDoubleValue, 0.0);
    }

    @Override
    public double getValueAsDouble() {
        return currentToken() != null && currentToken().isNumeric() ? getDoubleValue() : delegate.getValueAsDouble();
    }

    @Override
    public float getFloatValue() {
        return finite(float.class, delegate::getFloatValue, 0.0f);
    }

    @Override
    public Number getNumberValue() {
        return finite(double.class, delegate::getNumberValue, 0.0);
    }

    private <T> T finite(Class<?> type, Supplier<T> number, T substitute) {
        try {
            return number.get();
        } catch (InputCoercionException e) {
            onTooLarge.accept(type);
            return substitute;
        }
    }

    private <T> T whole(Class<?> type, Supplier<T> number, T substitute) {
        if (!hasToken(JsonToken.VALUE_NUMBER_FLOAT)) {
            try {
                return number.get();
            } catch (InputCoercionException e) {
                onMisfit.accept(type);
                return substitute;
            }
        }
        onMisfit.accept(type);
        return substitute;
    }
}
