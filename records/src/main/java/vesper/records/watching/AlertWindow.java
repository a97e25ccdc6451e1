package vesper.records.watching;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import vesper.records.rules.Alert;

/** Statistics over a rule's matches in a sliding window, kept in 60 slices. Not thread-safe. */
final class AlertWindow {
    private static final int SLICES = 60;
    private static final int FIRST_ERROR = 500;
    private static final long MICROS_PER_MILLI = 1000;

    private static final class Slice {
        /** Slice number counted from the Unix epoch; 0 while the slice is unused. */
        long number;

        long matches;
        long errors;
        long slow;

        @Nullable
        Durations durations;

        void reset(long other) {
            number = other;
            matches = 0;
            errors = 0;
            slow = 0;
            if (durations != null) durations.clear();
        }
    }

    private final Slice[] slices = new Slice[SLICES];
    private final double sliceMillis;
    private final @Nullable Long p99Millis;

    AlertWindow(Alert alert) {
        sliceMillis = alert.window().toMillis() / (double) SLICES;
        p99Millis = alert.p99Millis();
        for (int i = 0; i < SLICES; i++) slices[i] = new Slice();
    }

    /** Adds a match. Ignores matches that ended before the window, and treats an end in the future as now. */
    void add(long endedAtMillis, long status, long durationMicros, long nowMillis) {
        long number = number(Math.min(endedAtMillis, nowMillis));
        Slice slice = slices[(int) (number % SLICES)];
        if (slice.number > number || number <= number(nowMillis) - SLICES) return;
        if (slice.number != number) slice.reset(number);
        slice.matches++;
        if (status >= FIRST_ERROR) slice.errors++;
        Long bound = p99Millis;
        if (bound == null) return;
        if (durationMicros > bound * MICROS_PER_MILLI) slice.slow++;
        Durations durations = slice.durations;
        if (durations == null) slice.durations = durations = new Durations();
        durations.add(durationMicros);
    }

    long matches(long nowMillis) {
        return sum(nowMillis, slice -> slice.matches);
    }

    long errors(long nowMillis) {
        return sum(nowMillis, slice -> slice.errors);
    }

    /** Returns the number of matches that took longer than the rule's bound for the 99th percentile. */
    long slow(long nowMillis) {
        return sum(nowMillis, slice -> slice.slow);
    }

    /** Returns the 99th percentile, rounded up by at most an eighth. */
    double p99Millis(long nowMillis) {
        Durations all = new Durations();
        long last = number(nowMillis);
        for (Slice slice : slices) if (isWithin(slice, last) && slice.durations != null) all.add(slice.durations);
        long wanted = (matches(nowMillis) * 99 + 99) / 100;
        return all.notAbove(wanted) / (double) MICROS_PER_MILLI;
    }

    private long sum(long nowMillis, ToLongFunction<Slice> counted) {
        long last = number(nowMillis);
        long sum = 0;
        for (Slice slice : slices) if (isWithin(slice, last)) sum += counted.applyAsLong(slice);
        return sum;
    }

    private static boolean isWithin(Slice slice, long last) {
        return slice.number > last - SLICES && slice.number <= last;
    }

    private long number(long millis) {
        return (long) (millis / sliceMillis);
    }
}
