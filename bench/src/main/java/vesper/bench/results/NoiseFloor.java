package vesper.bench.results;

import java.util.List;

/**
 * By what share arms that are measured twice may differ from themselves, a hundredth at least: below that a difference is none.
 *
 * @param kind of load that it holds for; empty where all arms have the same
 * @param rate in requests per second
 * @param cpu in CPU time per request
 * @param drained in CPU time per request until a server was idle
 * @param again what says so; empty where no arm was measured twice
 */
public record NoiseFloor(String kind, double rate, double cpu, double drained, List<Contrast> again) {
    static final double LEAST = 0.01;
    private static final double MOST = 0.5;

    public NoiseFloor {
        again = List.copyOf(again);
    }

    /** @param again arms that were measured twice, compared with themselves */
    static NoiseFloor of(String kind, List<Contrast> again) {
        return new NoiseFloor(
                kind, largest(again, Metric.RATE), largest(again, Metric.CPU), largest(again, Metric.DRAINED), again);
    }

    double of(Metric metric) {
        return switch (metric) {
            case RATE -> rate;
            case CPU -> cpu;
            case DRAINED -> drained;
            default -> LEAST;
        };
    }

    /**
     * Of the differences that their intervals allow: what happened to be measured of one that is none is as often below what
     * it commonly is as above.
     */
    private static double largest(List<Contrast> again, Metric metric) {
        double largest = again.stream()
                .filter(contrast -> contrast.metric() == metric)
                .map(Contrast::effect)
                .filter(effect -> effect.pairs() > 0)
                .mapToDouble(effect -> Math.max(effect.high(), 1 / effect.low()) - 1)
                .max()
                .orElse(0);
        return Math.clamp(largest, LEAST, MOST);
    }
}
