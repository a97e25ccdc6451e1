package vesper.bench.results;

import java.util.List;

/**
 * The noise floor: the share by which arms that are measured twice may differ from themselves, at least a hundredth. A
 * smaller difference counts as none.
 *
 * @param kind kind of load that it applies to; empty if all arms have the same
 * @param rate floor of requests per second
 * @param cpu floor of CPU time per request
 * @param drained floor of CPU time per request until the server was idle
 * @param repeats comparisons of arms with themselves, on which it is based; empty if no arm was measured twice
 */
public record NoiseFloor(String kind, double rate, double cpu, double drained, List<Contrast> repeats) {
    static final double MIN_FLOOR = 0.01;
    private static final double MAX_FLOOR = 0.5;

    public NoiseFloor {
        repeats = List.copyOf(repeats);
    }

    /** @param repeats comparisons of arms that were measured twice with themselves */
    static NoiseFloor of(String kind, List<Contrast> repeats) {
        return new NoiseFloor(
                kind,
                largest(repeats, Metric.RATE),
                largest(repeats, Metric.CPU),
                largest(repeats, Metric.DRAINED),
                repeats);
    }

    double of(Metric metric) {
        return switch (metric) {
            case RATE -> rate;
            case CPU -> cpu;
            case DRAINED -> drained;
            default -> MIN_FLOOR;
        };
    }

    /**
     * Returns the largest difference within the intervals. The measured difference itself would be too small half of
     * the time.
     */
    private static double largest(List<Contrast> repeats, Metric metric) {
        double largest = repeats.stream()
                .filter(contrast -> contrast.metric() == metric)
                .map(Contrast::effect)
                .filter(effect -> effect.pairs() > 0)
                .mapToDouble(effect -> Math.max(effect.high(), 1 / effect.low()) - 1)
                .max()
                .orElse(0);
        return Math.clamp(largest, MIN_FLOOR, MAX_FLOOR);
    }
}
