package vesper.launcher.hits;

import java.util.Locale;

/** Formats durations in the syntax of queries: {@code 1.25ms}, {@code 340ms}, {@code 2.10s}. */
final class DurationFormat {
    private static final double SECOND = 1000;

    private DurationFormat() {}

    static String of(double millis) {
        if (millis >= SECOND) return String.format(Locale.ROOT, "%.2fs", millis / SECOND);
        return String.format(Locale.ROOT, millis < 10 ? "%.2fms" : millis < 100 ? "%.1fms" : "%.0fms", millis);
    }
}
