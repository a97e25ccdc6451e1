package vesper.launcher.settings;

import java.time.Duration;
import java.util.Optional;

/** Reads and writes durations such as {@code 500ms}, {@code 10s}, {@code 2m}, {@code 1h}. */
public final class DurationText {
    /** The longest duration that fits into nanoseconds: 292 years. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private DurationText() {}

    /**
     * Parses a number and one unit; only 0 needs no unit. Returns empty if the text is invalid or means more than 292
     * years.
     */
    public static Optional<Duration> read(String text) {
        int digits = 0;
        while (digits < text.length() && Character.isDigit(text.charAt(digits))) digits++;
        if (digits == 0) return Optional.empty();
        try {
            return withUnit(Long.parseLong(text.substring(0, digits)), text.substring(digits))
                    .filter(duration -> duration.compareTo(LONGEST) <= 0);
        } catch (NumberFormatException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Formats a duration in milliseconds or the largest unit that gives a whole number. */
    static String of(Duration duration) {
        long millis = duration.toMillis();
        if (millis == 0) return "0";
        if (millis % 1_000 != 0) return millis + "ms";
        if (millis % 60_000 != 0) return millis / 1_000 + "s";
        return millis % 3_600_000 != 0 ? millis / 60_000 + "m" : millis / 3_600_000 + "h";
    }

    private static Optional<Duration> withUnit(long count, String unit) {
        return switch (unit) {
            case "ms" -> Optional.of(Duration.ofMillis(count));
            case "s" -> Optional.of(Duration.ofSeconds(count));
            case "m" -> Optional.of(Duration.ofMinutes(count));
            case "h" -> Optional.of(Duration.ofHours(count));
            case "" -> count == 0 ? Optional.of(Duration.ZERO) : Optional.empty();
            default -> Optional.empty();
        };
    }
}
