package vesper.launcher;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import vesper.launcher.settings.DurationText;

/**
 * A time on the command line: {@code 15m} ago, a day, or a day and a time as records show them, in UTC where no zone is
 * named.
 */
final class RecordTime {
    private static final List<Function<String, Instant>> FORMS = List.of(
            text -> OffsetDateTime.parse(text).toInstant(),
            text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC),
            text -> LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());

    private RecordTime() {}

    /** Empty where it is none. */
    static Optional<Instant> read(String text, Instant now) {
        Optional<Instant> ago = DurationText.read(text).map(now::minus);
        if (ago.isPresent()) return ago;
        if (text.equals("now")) return Optional.of(now);
        Optional<Instant> days = daysAgo(text, now);
        return days.isPresent()
                ? days
                : FORMS.stream().flatMap(form -> parsed(form, text).stream()).findFirst();
    }

    private static Optional<Instant> daysAgo(String text, Instant now) {
        if (!text.matches("\\d{1,5}d")) return Optional.empty();
        long days = Long.parseLong(text.substring(0, text.length() - 1));
        return Optional.of(now.minusSeconds(days * 24 * 60 * 60));
    }

    private static Optional<Instant> parsed(Function<String, Instant> form, String text) {
        try {
            return Optional.of(form.apply(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
