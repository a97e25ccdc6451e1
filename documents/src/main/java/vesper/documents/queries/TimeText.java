package vesper.documents.queries;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parser of times in queries and documents. It accepts:
 * <ul>
 * <li>ISO 8601, of any precision: {@code 2026}, {@code 2026-11-22}, {@code 2026-11-22T10:15}, also with a blank in
 *     place of the T, and in UTC if no zone is given. A day stands for the whole day.
 * <li>{@code 15m} or {@code now-15m} for that long ago, {@code now}, {@code now+1h}.
 * <li>Milliseconds since 1970, except for four digits, which are a year.
 * </ul>
 */
final class TimeText {
    /** The accepted forms, for messages. */
    static final String FORMS = "a time such as 15m or now-15m (ago), 2026-11-22, 2026-11-22 13:00,"
            + " 2026-11-22T13:00:00Z or milliseconds since 1970";

    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1),
            "w", Duration.ofDays(7));
    private static final Pattern RELATIVE =
            Pattern.compile("(?<now>now)|(?:now(?<sign>[-+]))?(?<count>[0-9]{1,9})(?<unit>ms|[smhdw])");
    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,3}|[0-9]{5,15}");
    private static final Pattern ISO = Pattern.compile("(?<year>\\d{4})(?:-(?<month>\\d\\d)(?:-(?<day>\\d\\d)"
            + "(?:[Tt ](?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:\\.(?<fraction>\\d{1,9}))?)?"
            + "(?<zone>[Zz]|[+-]\\d\\d:\\d\\d)?)?)?)?");
    private static final int SHORTEST_DAY = "2026-11-22".length();
    private static final int LONGEST = "2026-11-22T13:00:00.123456789+01:00".length();

    private TimeText() {}

    /** A range in milliseconds since 1970, both ends included. */
    record Span(long from, long to) {}

    /** @param nowMillis the meaning of {@code now} */
    static Optional<Span> parse(String text, long nowMillis) {
        Matcher relative = RELATIVE.matcher(text);
        if (relative.matches()) {
            long time = nowMillis + offsetMillis(relative);
            return Optional.of(new Span(time, time));
        }
        if (MILLIS.matcher(text).matches()) return Optional.of(new Span(Long.parseLong(text), Long.parseLong(text)));
        return iso(text);
    }

    /** Parses a value of a document. Only ISO 8601 with at least a day counts as a time. */
    static Optional<Span> parseDay(String text) {
        boolean mayBe = text.length() >= SHORTEST_DAY
                && text.length() <= LONGEST
                && text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && text.charAt(0) >= '0'
                && text.charAt(0) <= '9';
        return mayBe ? iso(text) : Optional.empty();
    }

    /** A duration without {@code now} is in the past. */
    private static long offsetMillis(Matcher relative) {
        if (relative.group("now") != null) return 0;
        long length = Long.parseLong(relative.group("count"))
                * UNITS.getOrDefault(relative.group("unit"), Duration.ZERO).toMillis();
        return "+".equals(relative.group("sign")) ? length : -length;
    }

    private static Optional<Span> iso(String text) {
        Matcher iso = ISO.matcher(text);
        if (!iso.matches()) return Optional.empty();
        try {
            OffsetDateTime from = LocalDateTime.of(
                            number(iso, "year", 0),
                            number(iso, "month", 1),
                            number(iso, "day", 1),
                            number(iso, "hour", 0),
                            number(iso, "minute", 0),
                            number(iso, "second", 0))
                    .atOffset(zone(iso))
                    .plusNanos(number(iso, "fraction", 0) * lastDigitNanos(iso));
            long millis = from.toInstant().toEpochMilli();
            long next = (iso.group("fraction") == null ? from.plus(1, unit(iso)) : from.plusNanos(lastDigitNanos(iso)))
                    .toInstant()
                    .toEpochMilli();
            return Optional.of(new Span(millis, Math.max(millis, next - 1)));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static ZoneOffset zone(Matcher iso) {
        String zone = iso.group("zone");
        return zone == null ? ZoneOffset.UTC : ZoneOffset.of(zone.toUpperCase(Locale.ROOT));
    }

    /** Returns the precision of the text: its smallest unit. */
    private static ChronoUnit unit(Matcher iso) {
        if (iso.group("second") != null) return ChronoUnit.SECONDS;
        if (iso.group("hour") != null) return ChronoUnit.MINUTES;
        if (iso.group("day") != null) return ChronoUnit.DAYS;
        return iso.group("month") != null ? ChronoUnit.MONTHS : ChronoUnit.YEARS;
    }

    private static long lastDigitNanos(Matcher iso) {
        String fraction = iso.group("fraction");
        long nanos = 1_000_000_000;
        for (int i = 0; fraction != null && i < fraction.length(); i++) nanos /= 10;
        return nanos;
    }

    private static int number(Matcher iso, String group, int otherwise) {
        String digits = iso.group(group);
        return digits == null ? otherwise : Integer.parseInt(digits);
    }
}
