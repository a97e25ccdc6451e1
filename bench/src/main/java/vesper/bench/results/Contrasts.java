package vesper.bench.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import vesper.bench.instrument.Records;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Holm;
import vesper.bench.statistics.Verdict;

/**
 * All comparisons of an experiment, in requests per second and in CPU time per request; in that until a server was idle too,
 * where all of them tell.
 *
 * @param rateFloor by what share the arm that was measured twice differs from itself in requests per second, a hundredth at
 *     least
 * @param cpuFloor the same in CPU time per request
 * @param again what says so; empty where no arm was measured twice
 */
public record Contrasts(List<Contrast> all, double rateFloor, double cpuFloor, List<Contrast> again) {
    private static final double LEAST_FLOOR = 0.01;

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
        double rateFloor = floor(records, same, Metric.RATE);
        double cpuFloor = floor(records, same, Metric.CPU);
        List<Contrast> all = new ArrayList<>(judged(records, pairs, Metric.RATE, rateFloor));
        all.addAll(judged(records, pairs, Metric.CPU, cpuFloor));
        boolean isDrained = pairs.stream()
                .flatMap(pair -> pair.weights().keySet().stream())
                .allMatch(arm -> Metric.DRAINED.of(records.runsOf(arm)).isMeasured());
        if (isDrained) all.addAll(judged(records, pairs, Metric.DRAINED, floor(records, same, Metric.DRAINED)));
        List<Contrast> again = new ArrayList<>();
        same.ifPresent(pair -> {
            again.addAll(judged(records, List.of(pair), Metric.RATE, LEAST_FLOOR));
            again.addAll(judged(records, List.of(pair), Metric.CPU, LEAST_FLOOR));
        });
        return new Contrasts(all, rateFloor, cpuFloor, again);
    }

    private static double floor(Records records, Optional<Pair> same, Metric metric) {
        double difference = same.map(pair -> effect(records, pair, metric).factor())
                .filter(Double::isFinite)
                .map(factor -> Math.abs(factor - 1))
                .orElse(0.0);
        return Math.clamp(difference, LEAST_FLOOR, 0.5);
    }

    private static List<Contrast> judged(Records records, List<Pair> pairs, Metric metric, double floor) {
        List<Effect> effects =
                pairs.stream().map(pair -> effect(records, pair, metric)).toList();
        List<Double> adjusted = Holm.adjusted(effects.stream().map(Effect::p).toList());
        List<Contrast> contrasts = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            Effect effect = effects.get(i);
            Verdict verdict = Verdict.of(metric.isMoreBetter() ? effect : effect.inverse(), adjusted.get(i), floor);
            contrasts.add(
                    new Contrast(pairs.get(i).arm(), pairs.get(i).base(), metric, effect, adjusted.get(i), verdict));
        }
        return contrasts;
    }

    private static Effect effect(Records records, Pair pair, Metric metric) {
        return new Pairing(records, pair).effect(metric);
    }
}
