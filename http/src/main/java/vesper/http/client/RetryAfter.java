package vesper.http.client;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import vesper.http.Headers;

/** The pause that a server asks for, in seconds or until a date (RFC 9110, section 10.2.3). */
final class RetryAfter {
    private static final int MOST_DIGITS = 9;

    private RetryAfter() {}

    /** 0 where none is asked for, or nothing sensible. */
    static long nanos(Headers headers) {
        String text = headers.firstOrNull("Retry-After");
        if (text == null || text.isEmpty()) return 0;
        boolean number = text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (number)
            return Duration.ofSeconds(text.length() > MOST_DIGITS ? 999_999_999 : Long.parseLong(text))
                    .toNanos();
        try {
            Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            long millis = until.toEpochMilli() - System.currentTimeMillis();
            return Math.max(0, Math.min(millis, Integer.MAX_VALUE) * 1_000_000L);
        } catch (DateTimeException e) {
            return 0;
        }
    }
}
