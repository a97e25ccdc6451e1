package vesper.bench.load;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the output of {@code httperf}, whose kilobytes are 1024 bytes. */
final class HttperfOutput {
    private static final double KILOBYTE = 1024;
    private static final double MICROS_PER_MILLI = 1000;
    private static final String NUMBER = "([0-9.]+)";

    private final String text;

    private HttperfOutput(String text) {
        this.text = text;
    }

    /** Returns empty if the text is not the result of a complete run. */
    static Optional<LoadResult> parse(String text) {
        return new HttperfOutput(text).result();
    }

    private Optional<LoadResult> result() {
        OptionalDouble replies = number("(?m)^Total: connections \\d+ requests \\d+ replies (\\d+)");
        OptionalDouble requests = number("(?m)^Total: connections \\d+ requests (\\d+)");
        OptionalDouble connections = number("(?m)^Total: connections (\\d+)");
        OptionalDouble seconds = number("test-duration " + NUMBER + " s");
        if (replies.isEmpty() || requests.isEmpty() || connections.isEmpty() || seconds.isEmpty()) {
            return Optional.empty();
        }
        double response = millis("response") + millis("transfer");
        double bytes = number("(?m)^Net I/O: " + NUMBER + " KB/s").orElse(0) * KILOBYTE * seconds.getAsDouble();
        long sent = (long) (requests.getAsDouble()
                * number("(?m)^Request size \\[B]: " + NUMBER).orElse(0));
        var report = new GeneratorReport(
                LatencyMicros.NONE,
                LatencyMicros.NONE,
                LatencyMicros.NONE,
                LatencyMicros.NONE,
                response * MICROS_PER_MILLI,
                number("(?m)^Connection time \\[ms]: connect " + NUMBER).orElse(Double.NaN) * MICROS_PER_MILLI,
                (long) connections.getAsDouble(),
                (long) requests.getAsDouble(),
                0,
                sent,
                Math.max(0, (long) bytes - sent),
                errors().getOrDefault(LoadError.LOCAL, 0L),
                Collections.emptySortedMap(),
                Double.NaN);
        return Optional.of(new LoadResult(
                (long) replies.getAsDouble(),
                seconds.getAsDouble(),
                errors(),
                LatencyMicros.NONE,
                Optional.of(report)));
    }

    private double millis(String part) {
        return number("(?m)^Reply time \\[ms]:.* " + part + " " + NUMBER).orElse(Double.NaN);
    }

    private Map<LoadError, Long> errors() {
        Map<LoadError, Long> counts = new EnumMap<>(LoadError.class);
        add(counts, LoadError.TIMEOUT, "client-timo (\\d+)", "socket-timo (\\d+)");
        add(counts, LoadError.CONNECT, "connrefused (\\d+)");
        add(counts, LoadError.LOCAL, "fd-unavail (\\d+)", "addrunavail (\\d+)", "ftab-full (\\d+)");
        add(counts, LoadError.CUT_OFF, "connreset (\\d+)", "(?m)^Errors: fd-unavail .* other (\\d+)");
        add(counts, LoadError.STATUS, "(?m)^Reply status: .* 4xx=(\\d+)", "(?m)^Reply status: .* 5xx=(\\d+)");
        return counts;
    }

    private void add(Map<LoadError, Long> counts, LoadError kind, String... patterns) {
        long sum = 0;
        for (String pattern : patterns) sum += (long) number(pattern).orElse(0);
        if (sum > 0) counts.put(kind, sum);
    }

    private OptionalDouble number(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? OptionalDouble.of(Double.parseDouble(matcher.group(1))) : OptionalDouble.empty();
    }
}
