package vesper.codec;

import static java.util.Map.entry;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.UUID;

/**
 * Names for Java types that clients understand: {@code a whole number}, {@code one of RED, GREEN}. They never contain a
 * class name.
 */
public final class TypeWords {
    private static final int MAX_LISTED_CONSTANTS = 30;

    private static final String WHOLE_NUMBER = "a whole number";
    private static final String NUMBER = "a number";
    private static final String TRUE_OR_FALSE = "true or false";
    private static final String CHARACTER = "a single character";
    private static final String OFFSET_TIME = "a date, time and offset like 2026-01-31T13:30:00+01:00";

    private static final String TIME_ZONE = "a time zone like Europe/Berlin";

    private static final Map<Class<?>, String> WORDS = Map.ofEntries(
            entry(byte.class, within(Byte.MIN_VALUE, Byte.MAX_VALUE)),
            entry(Byte.class, within(Byte.MIN_VALUE, Byte.MAX_VALUE)),
            entry(short.class, within(Short.MIN_VALUE, Short.MAX_VALUE)),
            entry(Short.class, within(Short.MIN_VALUE, Short.MAX_VALUE)),
            entry(int.class, within(Integer.MIN_VALUE, Integer.MAX_VALUE)),
            entry(Integer.class, within(Integer.MIN_VALUE, Integer.MAX_VALUE)),
            entry(long.class, within(Long.MIN_VALUE, Long.MAX_VALUE)),
            entry(Long.class, within(Long.MIN_VALUE, Long.MAX_VALUE)),
            entry(BigInteger.class, WHOLE_NUMBER),
            entry(float.class, NUMBER),
            entry(Float.class, NUMBER),
            entry(double.class, NUMBER),
            entry(Double.class, NUMBER),
            entry(BigDecimal.class, NUMBER + " of at most " + Digits.MAX + " digits"),
            entry(Number.class, NUMBER),
            entry(boolean.class, TRUE_OR_FALSE),
            entry(Boolean.class, TRUE_OR_FALSE),
            entry(char.class, CHARACTER),
            entry(Character.class, CHARACTER),
            entry(String.class, "text"),
            entry(CharSequence.class, "text"),
            entry(byte[].class, "Base64 text"),
            entry(LocalDate.class, "a date like 2026-01-31"),
            entry(LocalTime.class, "a time like 13:30:00"),
            entry(LocalDateTime.class, "a date and time like 2026-01-31T13:30:00"),
            entry(Instant.class, "an instant like 2026-01-31T13:30:00Z"),
            entry(OffsetDateTime.class, OFFSET_TIME),
            entry(ZonedDateTime.class, OFFSET_TIME),
            entry(OffsetTime.class, "a time and offset like 13:30:00+01:00"),
            entry(Duration.class, "a duration like PT15M"),
            entry(Period.class, "a period like P1M15D"),
            entry(Year.class, "a year like 2026"),
            entry(YearMonth.class, "a month like 2026-01"),
            entry(MonthDay.class, "a day of a year like --01-31"),
            entry(ZoneId.class, TIME_ZONE),
            entry(TimeZone.class, TIME_ZONE),
            entry(ZoneOffset.class, "an offset like +01:00"),
            entry(Date.class, "a date, time and offset like 2026-01-31T13:30:00Z"),
            entry(UUID.class, "a UUID like 123e4567-e89b-12d3-a456-426614174000"),
            entry(URI.class, "a URI"),
            entry(Locale.class, "a language tag as in en-GB"),
            entry(Charset.class, "the name of a character set"));

    private TypeWords() {}

    /** Returns the words for a type, to be used after "expected". */
    public static String of(Type type) {
        return switch (type) {
            case Class<?> plain -> ofClass(plain);
            case ParameterizedType generic
            when generic.getRawType() == Optional.class -> of(generic.getActualTypeArguments()[0]);
            case ParameterizedType generic -> of(generic.getRawType());
            case GenericArrayType _ -> "a list";
            default -> "a valid value";
        };
    }

    private static String ofClass(Class<?> type) {
        String words = WORDS.get(type);
        if (words != null) return words;
        if (type.isEnum()) return oneOf(type);
        if (type.isArray() || Collection.class.isAssignableFrom(type)) return "a list";
        if (type.getName().startsWith("java.") && !Map.class.isAssignableFrom(type)) return "a valid value";
        return "an object";
    }

    private static String oneOf(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        StringBuilder words = new StringBuilder("one of ");
        for (int i = 0; i < constants.length && i < MAX_LISTED_CONSTANTS; i++) {
            if (i > 0) words.append(", ");
            words.append(((Enum<?>) constants[i]).name());
        }
        return constants.length > MAX_LISTED_CONSTANTS ? words.append(", …").toString() : words.toString();
    }

    private static String within(long min, long max) {
        return WHOLE_NUMBER + " from " + min + " to " + max;
    }
}
