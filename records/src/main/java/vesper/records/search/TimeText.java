package vesper.records.search;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import vesper.records.search.NumberForm.Span;

/**
 * Parses times in several notations:
 *
 * <ul>
 * <li>ISO 8601, abbreviated as far as desired ({@code 2026}, {@code 2026-11-22}, {@code 2026-11-22T10:15}), also with a
 * space instead of the T, in UTC unless a zone is given. A day stands for all of it.
 * <li>Relative times: {@code 15m} or {@code now-15m} for 15 minutes ago, {@code now}, {@code now+1h}.
 * <li>Milliseconds since 1970, with 11 digits or more. Shorter numbers are nearly always durations whose unit was
 * forgotten.
 * </ul>
 */
public final class TimeText {
    /** The accepted notations, for error messages. */
    public static final String FORMS = "a time such as 15m or now-15m (ago), 2026-11-22, 2026-11-22 13:00,"
            + " 2026-11-22T13:00:00Z or milliseconds since 1970 (11 digits and more)";

    private static final Pattern RELATIVE = Pattern.compile("now|(?:now([-+]))?([0-9]{1,9}(?:ms|s|m|h|d|w))");
    private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d|w)");
    private static final Pattern MILLIS = Pattern.compile("0|[0-9]{11,15}");
    private static final Pattern ISO = Pattern.compile(
            "(\\d{4})(?:-(\\d\\d)(?:-(\\d\\d)(?:[Tt ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?([Zz]|[+-]\\d\\d:\\d\\d)?)?)?)?");

    private TimeText() {}

    /**
     * Returns the start of a time in milliseconds since 1970, or empty if the text is not a time.
     *
     * @param nowMillis the time that {@code now} refers to
     */
    public static OptionalLong beginning(String text, long nowMillis) {
        return parse(text.strip(), nowMillis)
                .map(span -> OptionalLong.of(span.from()))
                .orElse(OptionalLong.empty());
    }

    /**
     * Returns the milliseconds of a length such as {@code 90s}, {@code 15m}, {@code 2h}, {@code 3d} or {@code 1w}, or
     * empty.
     */
    public static OptionalLong lengthMillis(String text) {
        Matcher length = LENGTH.matcher(text);
        return length.matches()
                ? OptionalLong.of(Long.parseLong(length.group(1)) * unitMillis(length.group(2)))
                : OptionalLong.empty();
    }

    static Optional<Span> parse(String text, long nowMillis) {
        Matcher relative = RELATIVE.matcher(text);
        if (relative.matches()) return Optional.of(Span.of(nowMillis + offset(relative)));
        if (MILLIS.matcher(text).matches()) return Optional.of(Span.of(Long.parseLong(text)));
        Matcher iso = ISO.matcher(text);
        if (!iso.matches()) return Optional.empty();
        try {
            OffsetDateTime from = from(iso);
            OffsetDateTime next = from.plus(iso.group(7) == null ? 1 : unitOfFraction(iso.group(7)), unit(iso));
            return Optional.of(new Span(millis(from), Math.max(millis(from), millis(next) - 1)));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /** A length without {@code now} means that long ago. */
    private static long offset(Matcher relative) {
        if (relative.group(2) == null) return 0;
        long length = lengthMillis(relative.group(2)).orElseThrow();
        return "+".equals(relative.group(1)) ? length : -length;
    }

    private static long unitMillis(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> 1000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            default -> 7 * 86_400_000L;
        };
    }

    private static OffsetDateTime from(Matcher iso) {
        String zone = iso.group(8);
        return OffsetDateTime.of(
                Integer.parseInt(iso.group(1)),
                number(iso.group(2), 1),
                number(iso.group(3), 1),
                number(iso.group(4), 0),
                number(iso.group(5), 0),
                number(iso.group(6), 0),
                nanos(iso.group(7)),
                zone == null ? ZoneOffset.UTC : ZoneOffset.of(zone.toUpperCase(Locale.ROOT)));
    }

    /** Returns the unit of the last component that was given. */
    private static ChronoUnit unit(Matcher iso) {
        if (iso.group(7) != null) return ChronoUnit.NANOS;
        if (iso.group(6) != null) return ChronoUnit.SECONDS;
        if (iso.group(4) != null) return ChronoUnit.MINUTES;
        if (iso.group(3) != null) return ChronoUnit.DAYS;
        return iso.group(2) != null ? ChronoUnit.MONTHS : ChronoUnit.YEARS;
    }

    private static int nanos(@Nullable String fraction) {
        return fraction == null ? 0 : (int) (Integer.parseInt(fraction) * unitOfFraction(fraction));
    }

    /** Returns the value of the fraction's last digit in nanoseconds. */
    private static long unitOfFraction(String fraction) {
        long unit = 1_000_000_000;
        for (int i = 0; i < fraction.length(); i++) unit /= 10;
        return unit;
    }

    private static int number(@Nullable String digits, int otherwise) {
        return digits == null ? otherwise : Integer.parseInt(digits);
    }

    private static long millis(OffsetDateTime time) {
        return time.toInstant().toEpochMilli();
    }
}
