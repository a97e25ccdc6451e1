package vesper.bench.load;

import org.HdrHistogram.Histogram;

/**
 * Quantiles of a time in microseconds, usually from a request, due or sent, to the last byte of its response. Values
 * that an engine does not report are NaN.
 */
public record LatencyMicros(double p50, double p90, double p99, double p999, double max) {
    public static final LatencyMicros NONE =
            new LatencyMicros(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** Creates the quantiles of an engine that does not report the 99.9th percentile. */
    public LatencyMicros(double p50, double p90, double p99, double max) {
        this(p50, p90, p99, Double.NaN, max);
    }

    /** Converts a number in a unit (µs, us, ms or s) to microseconds. */
    public static double in(String unit, double number) {
        return switch (unit) {
            case "s" -> number * 1_000_000;
            case "ms" -> number * 1000;
            case "µs", "us" -> number;
            default -> throw new IllegalArgumentException("unknown unit " + unit);
        };
    }

    static LatencyMicros of(Histogram micros) {
        if (micros.getTotalCount() == 0) return NONE;
        return new LatencyMicros(
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(90),
                micros.getValueAtPercentile(99),
                micros.getValueAtPercentile(99.9),
                micros.getMaxValue());
    }
}
