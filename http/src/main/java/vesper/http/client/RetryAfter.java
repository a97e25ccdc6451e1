package vesper.http.client;

import java.time.Duration;
import java.time.Instant;
import vesper.http.Headers;
import vesper.http.fields.HttpDate;

/** The pause that a server requests, in seconds or until a date (RFC 9110, section 10.2.3). */
final class RetryAfter {
    private static final int MOST_DIGITS = 9;

    private RetryAfter() {}

    /** Returns the pause in nanoseconds; 0 if the field is missing or invalid. */
    static long nanos(Headers headers) {
        String text = headers.firstOrNull("Retry-After");
        if (text == null || text.isEmpty()) return 0;
        boolean number = text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (number)
            return Duration.ofSeconds(text.length() > MOST_DIGITS ? 999_999_999 : Long.parseLong(text))
                    .toNanos();
        return HttpDate.parse(text).map(RetryAfter::nanosUntil).orElse(0L);
    }

    private static long nanosUntil(Instant time) {
        long millis = time.toEpochMilli() - System.currentTimeMillis();
        return Math.clamp(millis, 0, Integer.MAX_VALUE) * 1_000_000L;
    }
}
