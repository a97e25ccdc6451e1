package vesper.codec;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.type.ArrayType;

/**
 * Rejects floating-point values that are not finite, {@code "1e400"} and {@code "NaN"} for example, which Jackson
 * accepts as text. The parser checks numbers in number form ({@link FiniteJsonFactory}) but not those in text form,
 * which is how XML has all of them.
 */
final class FiniteNumberModifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1;

    private static final Set<Class<?>> TYPES =
            Set.of(double.class, Double.class, float.class, Float.class, Number.class);

    @Override
    public ValueDeserializer<?> modifyDeserializer(
            DeserializationConfig config, BeanDescription.Supplier description, ValueDeserializer<?> deserializer) {
        return TYPES.contains(description.getBeanClass()) ? new Checked(deserializer) : deserializer;
    }

    @Override
    public ValueDeserializer<?> modifyArrayDeserializer(
            DeserializationConfig config,
            ArrayType type,
            BeanDescription.Supplier description,
            ValueDeserializer<?> deserializer) {
        Class<?> element = type.getContentType().getRawClass();
        return element == double.class || element == float.class ? new Checked(deserializer) : deserializer;
    }

    private static final class Checked extends DelegatingDeserializer {
        Checked(ValueDeserializer<?> delegate) {
            super(delegate);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> newDelegate) {
            return new Checked(newDelegate);
        }

        @Override
        public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
            Object value = super.deserialize(parser, context);
            Number wrong = notFinite(value);
            return wrong == null ? value : context.handleWeirdNumberValue(handledType(), wrong, "not finite");
        }

        private static @Nullable Number notFinite(@Nullable Object value) {
            return switch (value) {
                case Double number when !Double.isFinite(number) -> number;
                case Float number when !Float.isFinite(number) -> number;
                case double[] numbers -> {
                    for (double number : numbers) if (!Double.isFinite(number)) yield number;
                    yield null;
                }
                case float[] numbers -> {
                    for (float number : numbers) if (!Float.isFinite(number)) yield number;
                    yield null;
                }
                case null, default -> null;
            };
        }
    }
}
