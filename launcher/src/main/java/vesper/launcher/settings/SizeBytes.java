package vesper.launcher.settings;

import java.util.Locale;
import java.util.Optional;

/**
 * Reads and writes sizes in bytes such as {@code 512}, {@code 8KiB}, {@code 10MiB}, {@code 2GiB}; case does not matter.
 */
final class SizeBytes {
    private SizeBytes() {}

    /** Parses a size; empty if the text is invalid or means more than {@link Long#MAX_VALUE}. */
    static Optional<Long> read(String text) {
        int digits = 0;
        while (digits < text.length() && Character.isDigit(text.charAt(digits))) digits++;
        if (digits == 0) return Optional.empty();
        try {
            long count = Long.parseLong(text.substring(0, digits));
            int shift = shiftOf(text.substring(digits).strip().toLowerCase(Locale.ROOT));
            return shift < 0 ? Optional.empty() : Optional.of(Math.multiplyExact(count, 1L << shift));
        } catch (NumberFormatException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Formats a size in the largest unit that gives a whole number. */
    static String text(long bytes) {
        if (bytes == 0 || bytes % (1 << 10) != 0) return Long.toString(bytes);
        if (bytes % (1 << 20) != 0) return (bytes >> 10) + "KiB";
        return bytes % (1 << 30) != 0 ? (bytes >> 20) + "MiB" : (bytes >> 30) + "GiB";
    }

    private static int shiftOf(String unit) {
        return switch (unit) {
            case "", "b" -> 0;
            case "kib" -> 10;
            case "mib" -> 20;
            case "gib" -> 30;
            default -> -1;
        };
    }
}
