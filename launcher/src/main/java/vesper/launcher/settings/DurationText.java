package vesper.launcher.settings;

import java.time.Duration;
import java.util.Optional;

/** A length of time as people write it: {@code 500ms}, {@code 10s}, {@code 2m}, {@code 1h}. */
public final class DurationText {
    private DurationText() {}

    /** The time that the text says, empty where it is none; it has one unit, and only 0 needs none. */
    public static Optional<Duration> read(String text) {
        int digits = 0;
        while (digits < text.length() && Character.isDigit(text.charAt(digits))) digits++;
        if (digits == 0) return Optional.empty();
        try {
            return withUnit(Long.parseLong(text.substring(0, digits)), text.substring(digits));
        } catch (NumberFormatException | ArithmeticException e) {
            return Optional.empty();
        }
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
