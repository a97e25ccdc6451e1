package vesper.bench.load;

import org.HdrHistogram.Histogram;

/** Quantiles of the time from a request, due or sent, to the last byte of its answer; microseconds. */
public record LatencyMicros(double p50, double p90, double p99, double max) {
    static LatencyMicros of(Histogram micros) {
        return new LatencyMicros(
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(90),
                micros.getValueAtPercentile(99),
                micros.getMaxValue());
    }
}
