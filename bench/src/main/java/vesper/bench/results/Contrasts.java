package vesper.bench.results;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import vesper.bench.instrument.Records;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Holm;
import vesper.bench.statistics.Verdict;

/**
 * All comparisons of an experiment, in requests per second and in CPU time per request: corrected together, so that even one
 * false alarm among all of them is as rare as one comparison would have it.
 *
 * @param rateFloor by what share the arm that was measured twice differs from itself in requests per second, a hundredth at
 *     least
 * @param cpuFloor the same in CPU time per request
 * @param again what says so; empty where no arm was measured twice
 */
public record Contrasts(List<Contrast> all, double rateFloor, double cpuFloor, List<Contrast> again) {
    private static final double LEAST_FLOOR = 0.01;
    private static final List<Metric> COMPARED = List.of(Metric.RATE, Metric.CPU);

    /**
     * An arm, and the one that it is compared with; or more arms on both sides, as for the effect of a factor on average over
     * another.
     *
     * @param weights of the logarithm of the figure of each arm
     */
    public record Pair(String arm, String base, Map<String, Double> weights) {
        public Pair {
            weights = Map.copyOf(weights);
        }

        public Pair(String arm, String base) {
            this(arm, base, arm.equals(base) ? Map.of(arm, 0.0) : Map.of(arm, 1.0, base, -1.0));
        }

        /** Whether there are runs of all of its arms. */
        public boolean isRecorded(Records records) {
            return weights.keySet().stream()
                    .noneMatch(name -> records.runsOf(name).isEmpty());
        }
    }

    public Contrasts {
        all = List.copyOf(all);
        again = List.copyOf(again);
    }

    /** @param same the arm that was measured twice, under both of its names */
    public static Contrasts of(Records records, List<Pair> pairs, Optional<Pair> same) {
        Map<Metric, Double> floors = new EnumMap<>(Metric.class);
        Map<Metric, Double> least = new EnumMap<>(Metric.class);
        for (Metric metric : COMPARED) {
            floors.put(metric, floor(records, same, metric));
            least.put(metric, LEAST_FLOOR);
        }
        return new Contrasts(
                judged(records, pairs, floors),
                floors.getOrDefault(Metric.RATE, LEAST_FLOOR),
                floors.getOrDefault(Metric.CPU, LEAST_FLOOR),
                judged(records, same.stream().toList(), least));
    }

    private static double floor(Records records, Optional<Pair> same, Metric metric) {
        double difference = same.map(pair -> effect(records, pair, metric).factor())
                .filter(Double::isFinite)
                .map(factor -> Math.max(factor, 1 / factor) - 1)
                .orElse(0.0);
        return Math.clamp(difference, LEAST_FLOOR, 0.5);
    }

    /** Of all pairs in all figures that are compared, as one family: with more of them, chance has more occasions. */
    private static List<Contrast> judged(Records records, List<Pair> pairs, Map<Metric, Double> floors) {
        List<Unjudged> family = new ArrayList<>();
        floors.keySet()
                .forEach(metric ->
                        pairs.forEach(pair -> family.add(new Unjudged(pair, metric, effect(records, pair, metric)))));
        List<Double> adjusted =
                Holm.adjusted(family.stream().map(each -> each.effect.p()).toList());
        List<Contrast> contrasts = new ArrayList<>();
        for (int i = 0; i < family.size(); i++) {
            Unjudged one = family.get(i);
            contrasts.add(one.judged(adjusted.get(i), floors.getOrDefault(one.metric, LEAST_FLOOR)));
        }
        return contrasts;
    }

    private record Unjudged(Pair pair, Metric metric, Effect effect) {
        Contrast judged(double adjusted, double floor) {
            Verdict verdict = Verdict.of(metric.isMoreBetter() ? effect : effect.inverse(), adjusted, floor);
            return new Contrast(pair.arm(), pair.base(), metric, effect, adjusted, verdict);
        }
    }

    private static Effect effect(Records records, Pair pair, Metric metric) {
        return new Pairing(records, pair).effect(metric);
    }
}
