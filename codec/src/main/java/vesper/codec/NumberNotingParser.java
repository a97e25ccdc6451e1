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
 * Notes numbers that are no whole number, or too large a one, where a whole number is asked for, and those that no
 * floating-point number comes near. Jackson throws for these past every
 * {@link tools.jackson.databind.deser.DeserializationProblemHandler}, which would end the search.
 */
final class NumberNotingParser extends JsonParserDelegate {
    private final Consumer<Class<?>> misfit;
    private final Consumer<Class<?>> tooLarge;

    /** Both are told the type that was asked for, while the parser stands on the number. */
    NumberNotingParser(JsonParser parser, Consumer<Class<?>> misfit, Consumer<Class<?>> tooLarge) {
        super(parser);
        this.tooLarge = tooLarge;
        this.misfit = misfit;
    }

    /** As the parser itself does it: that of XML sees here that a text has elements in it. */
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
            tooLarge.accept(type);
            return substitute;
        }
    }

    private <T> T whole(Class<?> type, Supplier<T> number, T substitute) {
        if (!hasToken(JsonToken.VALUE_NUMBER_FLOAT)) {
            try {
                return number.get();
            } catch (InputCoercionException e) {
                misfit.accept(type);
                return substitute;
            }
        }
        misfit.accept(type);
        return substitute;
    }
}
