package vesper.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Set;
import java.util.TimeZone;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Rejects dates and times that Jackson would read with a loss. Jackson reads {@code 1e400} as an instant in 1970. It
 * reads {@code 7} as a date, in days since 1970, and as July. It drops the time after a date and the {@code Z} after a
 * local time, and reads an unknown time zone as GMT.
 *
 * <p>Numbers are still accepted where they have one meaning: as seconds since 1970 or as seconds of a duration, to the
 * nanosecond. A {@code @JsonFormat} that asks for another form is followed.
 */
final class StrictTimeModifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1;

    /** Types that a number of seconds is read into. */
    private static final Set<Class<?>> FROM_SECONDS =
            Set.of(Instant.class, OffsetDateTime.class, ZonedDateTime.class, Duration.class);

    /** Types that are read only from text or from a list of their parts. */
    private static final Set<Class<?>> FROM_PARTS = Set.of(
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetTime.class,
            YearMonth.class,
            MonthDay.class,
            Period.class,
            ZoneId.class,
            ZoneOffset.class,
            TimeZone.class);

    @Override
    public ValueDeserializer<?> modifyDeserializer(
            DeserializationConfig config, BeanDescription.Supplier description, ValueDeserializer<?> deserializer) {
        Class<?> type = description.getBeanClass();
        if (FROM_SECONDS.contains(type)) return new SecondsDeserializer(deserializer);
        return FROM_PARTS.contains(type) ? new PartsDeserializer(deserializer, false, false) : deserializer;
    }

    @Override
    public ValueDeserializer<?> modifyEnumDeserializer(
            DeserializationConfig config,
            JavaType type,
            BeanDescription.Supplier description,
            ValueDeserializer<?> deserializer) {
        return type.hasRawClass(Month.class) ? new PartsDeserializer(deserializer, false, false) : deserializer;
    }

    private static final class SecondsDeserializer extends DelegatingDeserializer {
        // Held by this class so that server startup does not wait for the tables of powers that BigDecimal initializes.
        private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(Long.MAX_VALUE);
        private static final int NANOSECOND_DIGITS = 9;
        private static final Pattern BEYOND_NANOSECONDS = Pattern.compile("[+-]?\\d+\\.\\d{10,}");

        SecondsDeserializer(ValueDeserializer<?> delegate) {
            super(delegate);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> newDelegate) {
            return new SecondsDeserializer(newDelegate);
        }

        @Override
        public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.hasToken(JsonToken.VALUE_NUMBER_FLOAT) && !fits(parser))
                return context.handleUnexpectedToken(handledType(), parser);
            if (parser.hasToken(JsonToken.VALUE_STRING)
                    && BEYOND_NANOSECONDS.matcher(parser.getString()).matches())
                return context.handleWeirdStringValue(handledType(), parser.getString(), "too many digits");
            return super.deserialize(parser, context);
        }

        private static boolean fits(JsonParser parser) {
            try {
                BigDecimal seconds = parser.getDecimalValue();
                return Digits.isWithinLimit(seconds)
                        && seconds.abs().compareTo(MOST_SECONDS) <= 0
                        && seconds.stripTrailingZeros().scale() <= NANOSECOND_DIGITS;
            } catch (JacksonException | ArithmeticException | NumberFormatException e) {
                // The exponent does not fit an int.
                return false;
            }
        }
    }

    private static final class PartsDeserializer extends DelegatingDeserializer {
        private final boolean takesNumbers;
        private final boolean hasPattern;

        PartsDeserializer(ValueDeserializer<?> delegate, boolean takesNumbers, boolean hasPattern) {
            super(delegate);
            this.takesNumbers = takesNumbers;
            this.hasPattern = hasPattern;
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> newDelegate) {
            return new PartsDeserializer(newDelegate, takesNumbers, hasPattern);
        }

        @Override
        public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            ValueDeserializer<?> inner = context.handleSecondaryContextualization(
                    _delegatee, property, context.constructType(handledType()));
            JsonFormat.Value format = findFormatOverrides(context, property, handledType());
            return new PartsDeserializer(inner, format.getShape().isNumeric(), format.hasPattern());
        }

        @Override
        public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
            JsonToken token = parser.currentToken();
            if (token == null) return super.deserialize(parser, context);
            if (token.isNumeric() && !takesNumbers) return context.handleUnexpectedToken(handledType(), parser);
            String text = token == JsonToken.VALUE_STRING ? parser.getString().strip() : "";
            Object value = super.deserialize(parser, context);
            if (token == JsonToken.START_ARRAY && value == null)
                return context.handleUnexpectedToken(handledType(), parser);
            return losesInformation(text, value)
                    ? context.handleWeirdStringValue(handledType(), text, "says more")
                    : value;
        }

        /** Checks whether a text contains something that is missing in the value read from it. */
        private boolean losesInformation(String text, @Nullable Object value) {
            return switch (value) {
                case LocalDate _, LocalTime _ -> !hasPattern && text.indexOf('T') > 0;
                case LocalDateTime _ -> !hasPattern && text.endsWith("Z");
                case Month _ -> !takesNumbers && !text.isEmpty() && Character.isDigit(text.charAt(0));
                case TimeZone zone -> zone.getID().equals("GMT") && !text.equals("GMT");
                case null, default -> false;
            };
        }
    }
}
