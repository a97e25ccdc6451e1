package vesper.rest.binding;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalQuery;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the date format of {@code @DateTimeFormat(pattern = "dd.MM.uuuu")}. The annotation is part of Spring's
 * {@code spring-context}, which is not on our class path, so it is read by name from packages that contain it.
 */
final class DateTimePattern {
    private static final String ANNOTATION = "org.springframework.format.annotation.DateTimeFormat";

    private static final Map<Class<?>, TemporalQuery<?>> TYPES = Map.of(
            LocalDate.class, LocalDate::from,
            LocalTime.class, LocalTime::from,
            LocalDateTime.class, LocalDateTime::from,
            Instant.class, Instant::from,
            OffsetDateTime.class, OffsetDateTime::from,
            ZonedDateTime.class, ZonedDateTime::from);

    private DateTimePattern() {}

    static boolean isOn(AnnotatedElement element) {
        for (Annotation one : element.getAnnotations()) if (isDateTimeFormat(one)) return true;
        return false;
    }

    /**
     * Returns the conversion that the annotation on an element defines; empty if there is no annotation or no pattern,
     * which means ISO-8601.
     *
     * @throws IllegalArgumentException if the pattern is invalid
     */
    static Optional<TextConversion> conversion(Class<?> type, AnnotatedElement element) {
        TemporalQuery<?> query = TYPES.get(type);
        if (query == null) return Optional.empty();
        for (Annotation one : element.getAnnotations()) {
            String pattern = isDateTimeFormat(one) ? pattern(one) : "";
            if (pattern.isEmpty()) continue;
            DateTimeFormatter form = DateTimeFormatter.ofPattern(withYears(pattern), Locale.ENGLISH)
                    .withResolverStyle(ResolverStyle.STRICT);
            return Optional.of(text -> form.parse(text.strip(), query));
        }
        return Optional.empty();
    }

    /**
     * Replaces {@code y} by {@code u}: Spring's patterns use {@code y} for the year, which strict parsing accepts only
     * with an era.
     */
    private static String withYears(String pattern) {
        StringBuilder years = new StringBuilder(pattern);
        boolean quoted = false;
        for (int i = 0; i < years.length(); i++) {
            if (years.charAt(i) == '\'') quoted = !quoted;
            else if (years.charAt(i) == 'y' && !quoted) years.setCharAt(i, 'u');
        }
        return years.toString();
    }

    private static boolean isDateTimeFormat(Annotation annotation) {
        return annotation.annotationType().getName().equals(ANNOTATION);
    }

    private static String pattern(Annotation annotation) {
        try {
            Method pattern = annotation.annotationType().getMethod("pattern");
            return String.valueOf(pattern.invoke(annotation));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("@DateTimeFormat cannot be read", e);
        }
    }
}
