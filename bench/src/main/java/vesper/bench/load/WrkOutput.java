package vesper.bench.load;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the output of {@code wrk --latency}. Durations have a unit (us, ms, s, m, h). Lines about errors are present
 * only if there were any. Unknown lines are ignored.
 */
final class WrkOutput {
    private static final String AMOUNT = "([0-9.]+)(us|ms|s|m|h)";
    private static final Pattern REQUESTS = Pattern.compile("(?m)^\\s*(\\d+) requests in " + AMOUNT);
    private static final Pattern SOCKET_ERRORS =
            Pattern.compile("Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
    private static final Pattern BAD_STATUS = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
    private static final Pattern LARGEST_LATENCY =
            Pattern.compile("(?m)^\\s*Latency\\s+[0-9.]+[a-z]+\\s+[0-9.]+[a-z]+\\s+" + AMOUNT);

    private WrkOutput() {}

    /** Returns empty if the text is not the result of a run, for example because wrk could not connect. */
    static Optional<LoadResult> parse(String text) {
        Matcher requests = REQUESTS.matcher(text);
        if (!requests.find()) return Optional.empty();
        double seconds = micros(requests.group(2), requests.group(3)) / 1e6;
        return Optional.of(new LoadResult(Long.parseLong(requests.group(1)), seconds, errors(text), latency(text)));
    }

    private static Map<LoadError, Long> errors(String text) {
        Map<LoadError, Long> counts = new EnumMap<>(LoadError.class);
        Matcher socket = SOCKET_ERRORS.matcher(text);
        if (socket.find()) {
            counts.put(LoadError.CONNECT, Long.parseLong(socket.group(1)));
            counts.put(LoadError.CUT_OFF, Long.parseLong(socket.group(2)) + Long.parseLong(socket.group(3)));
            counts.put(LoadError.TIMEOUT, Long.parseLong(socket.group(4)));
        }
        Matcher status = BAD_STATUS.matcher(text);
        if (status.find()) counts.put(LoadError.STATUS, Long.parseLong(status.group(1)));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    private static LatencyMicros latency(String text) {
        Matcher largest = LARGEST_LATENCY.matcher(text);
        double max = largest.find() ? micros(largest.group(1), largest.group(2)) : Double.NaN;
        return new LatencyMicros(
                percentile(text, 50).orElse(Double.NaN),
                percentile(text, 90).orElse(Double.NaN),
                percentile(text, 99).orElse(Double.NaN),
                max);
    }

    private static OptionalDouble percentile(String text, int percent) {
        Matcher line = Pattern.compile("(?m)^\\s*" + percent + "(?:\\.0+)?%\\s+" + AMOUNT)
                .matcher(text);
        return line.find() ? OptionalDouble.of(micros(line.group(1), line.group(2))) : OptionalDouble.empty();
    }

    private static double micros(String amount, String unit) {
        double microsPerUnit = switch (unit.toLowerCase(Locale.ROOT)) {
            case "us" -> 1;
            case "ms" -> 1e3;
            case "s" -> 1e6;
            case "m" -> 60e6;
            case "h" -> 3600e6;
            default -> throw new IllegalArgumentException("unit " + unit);
        };
        return Double.parseDouble(amount) * microsPerUnit;
    }
}
