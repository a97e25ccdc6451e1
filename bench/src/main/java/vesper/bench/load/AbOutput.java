package vesper.bench.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the output of {@code ab}. It counts as failed: responses with another length than the first, connections that
 * could not be opened, and those that broke. It counts statuses other than 2xx separately.
 */
final class AbOutput {
    private static final double MICROS_PER_MILLI = 1000;
    private static final Pattern SECONDS = Pattern.compile("(?m)^Time taken for tests:\\s+([0-9.]+) seconds");
    private static final Pattern COMPLETE = Pattern.compile("(?m)^Complete requests:\\s+(\\d+)");
    private static final Pattern LENGTH = Pattern.compile("(?m)^Document Length:\\s+(\\d+) bytes");
    private static final Pattern BAD_STATUS = Pattern.compile("(?m)^Non-2xx responses:\\s+(\\d+)");
    private static final Pattern FAILURES =
            Pattern.compile("\\(Connect: (\\d+), Receive: (\\d+), Length: (\\d+), Exceptions: (\\d+)\\)");

    private AbOutput() {}

    /**
     * Returns empty if the text is not the result of a complete run.
     *
     * @param expectedLength of the body; if the first response has another length, every response counts as wrong
     */
    static Optional<LoadResult> parse(String text, Optional<Integer> expectedLength) {
        Matcher seconds = SECONDS.matcher(text);
        Optional<Long> complete = number(COMPLETE, text);
        if (complete.isEmpty() || !seconds.find()) return Optional.empty();
        long requests = complete.get();
        Map<LoadError, Long> errors = errors(text);
        boolean otherBody =
                expectedLength.isPresent() && !number(LENGTH, text).equals(Optional.of((long) expectedLength.get()));
        // A response with an error status usually has a different body, too; it must count as one error.
        long statuses = errors.getOrDefault(LoadError.STATUS, 0L);
        long bodies = otherBody ? requests : errors.getOrDefault(LoadError.BODY, 0L);
        if (bodies > statuses) errors.put(LoadError.BODY, bodies - statuses);
        else errors.remove(LoadError.BODY);
        return Optional.of(new LoadResult(requests, Double.parseDouble(seconds.group(1)), errors, latency(text)));
    }

    private static Map<LoadError, Long> errors(String text) {
        Map<LoadError, Long> counts = new EnumMap<>(LoadError.class);
        Matcher failures = FAILURES.matcher(text);
        if (failures.find()) {
            counts.put(LoadError.CONNECT, Long.parseLong(failures.group(1)));
            counts.put(LoadError.CUT_OFF, Long.parseLong(failures.group(2)) + Long.parseLong(failures.group(4)));
            counts.put(LoadError.BODY, Long.parseLong(failures.group(3)));
        }
        number(BAD_STATUS, text).ifPresent(count -> counts.put(LoadError.STATUS, count));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    private static LatencyMicros latency(String text) {
        return new LatencyMicros(
                percentile(text, 50), percentile(text, 90), percentile(text, 99), percentile(text, 100));
    }

    private static double percentile(String text, int percent) {
        return number(Pattern.compile("(?m)^\\s*" + percent + "%\\s+(\\d+)"), text)
                .map(millis -> millis * MICROS_PER_MILLI)
                .orElse(Double.NaN);
    }

    private static Optional<Long> number(Pattern line, String text) {
        Matcher matcher = line.matcher(text);
        return matcher.find() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
    }
}
