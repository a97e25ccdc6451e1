package vesper.rest.binding;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import vesper.codec.Digits;

/** Converts the text of a parameter, header field or path segment to a value. */
@FunctionalInterface
interface TextConversion {
    /** Maximum length of a number in characters: the time to parse one grows with the square of its length. */
    int NUMBER_LENGTH = 1000;

    /**
     * Names of static factory methods of a class, in the order in which they are tried. A constructor is tried last.
     */
    List<String> FACTORIES = List.of("valueOf", "of", "parse", "from", "fromString");

    Map<Class<?>, TextConversion> BUILT_IN = Map.ofEntries(
            Map.entry(String.class, text -> text),
            Map.entry(Object.class, text -> text),
            Map.entry(CharSequence.class, text -> text),
            Map.entry(Boolean.class, TextConversion::parseBoolean),
            Map.entry(Character.class, TextConversion::character),
            Map.entry(Byte.class, text -> Byte.valueOf(text.strip())),
            Map.entry(Short.class, text -> Short.valueOf(text.strip())),
            Map.entry(Integer.class, text -> Integer.valueOf(text.strip())),
            Map.entry(Long.class, text -> Long.valueOf(text.strip())),
            Map.entry(Float.class, TextConversion::parseFloat),
            Map.entry(Double.class, TextConversion::parseDouble),
            Map.entry(BigInteger.class, text -> new BigInteger(number(text))),
            Map.entry(BigDecimal.class, TextConversion::parseDecimal),
            Map.entry(Number.class, TextConversion::parseDecimal),
            Map.entry(LocalDate.class, LocalDate::parse),
            Map.entry(LocalTime.class, LocalTime::parse),
            Map.entry(LocalDateTime.class, LocalDateTime::parse),
            Map.entry(Instant.class, Instant::parse),
            Map.entry(OffsetDateTime.class, OffsetDateTime::parse),
            Map.entry(ZonedDateTime.class, ZonedDateTime::parse),
            Map.entry(Duration.class, Duration::parse),
            Map.entry(UUID.class, UUID::fromString),
            Map.entry(URI.class, URI::create),
            Map.entry(Locale.class, text -> Locale.forLanguageTag(text.strip().replace('_', '-'))),
            Map.entry(Charset.class, text -> Charset.forName(text.strip())));

    /**
     * Converts a text.
     *
     * @throws Exception if the text is invalid; the class of exception depends on the target type
     */
    Object convert(String text) throws Exception;

    /** Returns the conversion to a type; empty if the type is unknown and has no suitable factory or constructor. */
    static Optional<TextConversion> to(Class<?> type) {
        Class<?> boxed = MethodType.methodType(type).wrap().returnType();
        TextConversion known = BUILT_IN.get(boxed);
        if (known != null) return Optional.of(known);
        if (boxed.isEnum()) return Optional.of(text -> constant(boxed, text.strip()));
        return Optional.ofNullable(declaredBy(boxed));
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) return constant;
        }
        throw new IllegalArgumentException("unknown enum constant");
    }

    private static Object parseBoolean(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static Object character(String text) {
        if (text.length() != 1) throw new IllegalArgumentException("not one character");
        return text.charAt(0);
    }

    private static String number(String text) {
        if (text.length() > NUMBER_LENGTH) throw new IllegalArgumentException("too long");
        return text.strip();
    }

    /** Accepts only finite numbers, as in a body. */
    private static Object parseFloat(String text) {
        float number = Float.parseFloat(number(text));
        if (!Float.isFinite(number)) throw new IllegalArgumentException("not finite");
        return number;
    }

    /** Accepts only finite numbers, as in a body. */
    private static Object parseDouble(String text) {
        double number = Double.parseDouble(number(text));
        if (!Double.isFinite(number)) throw new IllegalArgumentException("not finite");
        return number;
    }

    private static Object parseDecimal(String text) {
        BigDecimal number = new BigDecimal(number(text));
        if (!Digits.isWithinLimit(number)) throw new IllegalArgumentException("too many digits");
        return number;
    }

    private static @Nullable TextConversion declaredBy(Class<?> type) {
        TextConversion factory = factory(type);
        return factory != null || Modifier.isAbstract(type.getModifiers()) ? factory : constructor(type);
    }

    private static @Nullable TextConversion factory(Class<?> type) {
        for (String name : FACTORIES) {
            TextConversion factory = factory(type, name, String.class);
            if (factory == null) factory = factory(type, name, CharSequence.class);
            if (factory != null) return factory;
        }
        return null;
    }

    private static @Nullable TextConversion factory(Class<?> type, String name, Class<?> parameter) {
        try {
            Method method = type.getMethod(name, parameter);
            boolean makes = Modifier.isStatic(method.getModifiers()) && type.isAssignableFrom(method.getReturnType());
            if (!makes) return null;
            method.setAccessible(true);
            return calling(MethodHandles.lookup().unreflect(method));
        } catch (NoSuchMethodException | IllegalAccessException | InaccessibleObjectException e) {
            return null;
        }
    }

    private static @Nullable TextConversion constructor(Class<?> type) {
        try {
            Constructor<?> constructor = type.getConstructor(String.class);
            constructor.setAccessible(true);
            return calling(MethodHandles.lookup().unreflectConstructor(constructor));
        } catch (NoSuchMethodException | IllegalAccessException | InaccessibleObjectException e) {
            return null;
        }
    }

    private static TextConversion calling(MethodHandle handle) {
        MethodHandle generic = handle.asType(MethodType.methodType(Object.class, String.class));
        return text -> {
            try {
                return (Object) generic.invokeExact(text);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable t) {
                throw new IllegalStateException(t);
            }
        };
    }
}
