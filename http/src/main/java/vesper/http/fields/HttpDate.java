package vesper.http.fields;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Dates in header fields, to the second (RFC 9110, section 5.6.7). Writes IMF-fixdate; also reads the two obsolete
 * forms.
 */
public final class HttpDate {
    private static final DateTimeFormatter IMF_FIXDATE = form("EEE, dd MMM yyyy HH:mm:ss 'GMT'");
    private static final DateTimeFormatter ASCTIME = form("EEE MMM ppd HH:mm:ss yyyy");
    private static final List<DateTimeFormatter> READ = List.of(IMF_FIXDATE, ASCTIME);
    private static final int LONGEST = 40;

    private HttpDate() {}

    public static String format(Instant time) {
        return IMF_FIXDATE.format(time);
    }

    /** Parses a date. Returns empty for text in none of the three forms: a field with such a value must be ignored. */
    public static Optional<Instant> parse(String text) {
        if (text.length() > LONGEST) return Optional.empty();
        for (DateTimeFormatter form : READ) {
            Optional<Instant> time = parse(form, text);
            if (time.isPresent()) return time;
        }
        return parse(rfc850(), text);
    }

    private static Optional<Instant> parse(DateTimeFormatter form, String text) {
        try {
            return Optional.of(Instant.from(form.parse(text)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static DateTimeFormatter form(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.US).withZone(ZoneOffset.UTC);
    }

    /** A two-digit year is taken to be at most 50 years in the future. */
    private static DateTimeFormatter rfc850() {
        var latest = Instant.now().atZone(ZoneOffset.UTC).toLocalDate().plus(50, ChronoUnit.YEARS);
        return new DateTimeFormatterBuilder()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, latest.minusYears(99))
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.US)
                .withZone(ZoneOffset.UTC);
    }
}
