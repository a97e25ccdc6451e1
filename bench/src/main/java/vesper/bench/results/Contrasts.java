package vesper.bench.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import vesper.bench.instrument.Records;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Holm;
import vesper.bench.statistics.Verdict;

/**
 * All comparisons of an experiment, in requests per second and in CPU time per request.
 *
 * @param floors one for each kind of load, by which its own comparisons are judged
 */
public record Contrasts(List<Contrast> all, List<NoiseFloor> floors) {
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

    /**
     * What is compared under one kind of load, which scatters in its own way.
     *
     * @param kind as it is shown; empty where there is only one
     * @param same arms that were measured twice, under both of their names
     */
    public record Group(String kind, List<Pair> compared, List<Pair> same) {
        public Group {
            compared = List.copyOf(compared);
            same = List.copyOf(same);
        }

        /** Without what lacks runs. */
        public Group recorded(Records records) {
            return new Group(
                    kind,
                    compared.stream().filter(pair -> pair.isRecorded(records)).toList(),
                    same.stream().filter(pair -> pair.isRecorded(records)).toList());
        }
    }

    /** An effect that is judged by the floor of its group. */
    private record Judged(Pair pair, Effect effect, double floor) {}

    public Contrasts {
        all = List.copyOf(all);
        floors = List.copyOf(floors);
    }

    /** @param same the arm that was measured twice, under both of its names */
    public static Contrasts of(Records records, List<Pair> pairs, Optional<Pair> same) {
        return of(records, List.of(new Group("", pairs, same.stream().toList())));
    }

    public static Contrasts of(Records records, List<Group> groups) {
        Map<Group, NoiseFloor> floors = new LinkedHashMap<>();
        for (Group group : groups) floors.put(group, floor(records, group));
        List<Contrast> all = new ArrayList<>();
        for (Metric metric : List.of(Metric.RATE, Metric.CPU)) {
            List<Judged> effects = new ArrayList<>();
            floors.forEach((group, floor) -> effects.addAll(
                    effects(records, group.compared(), metric, metric == Metric.RATE ? floor.rate() : floor.cpu())));
            all.addAll(judged(effects, metric));
        }
        return new Contrasts(all, List.copyOf(floors.values()));
    }

    private static NoiseFloor floor(Records records, Group group) {
        List<Contrast> again = new ArrayList<>();
        for (Metric metric : List.of(Metric.RATE, Metric.CPU)) {
            again.addAll(judged(effects(records, group.same(), metric, NoiseFloor.LEAST), metric));
        }
        return new NoiseFloor(group.kind(), NoiseFloor.of(again, Metric.RATE), NoiseFloor.of(again, Metric.CPU), again);
    }

    private static List<Judged> effects(Records records, List<Pair> pairs, Metric metric, double floor) {
        return pairs.stream()
                .map(pair -> new Judged(pair, new Pairing(records, pair).effect(metric), floor))
                .toList();
    }

    /** Corrected for all of them together, whatever group they are of. */
    private static List<Contrast> judged(List<Judged> effects, Metric metric) {
        List<Double> adjusted =
                Holm.adjusted(effects.stream().map(each -> each.effect().p()).toList());
        List<Contrast> contrasts = new ArrayList<>();
        for (int i = 0; i < effects.size(); i++) {
            Judged judged = effects.get(i);
            Effect effect = judged.effect();
            Verdict verdict =
                    Verdict.of(metric.isMoreBetter() ? effect : effect.inverse(), adjusted.get(i), judged.floor());
            contrasts.add(
                    new Contrast(judged.pair().arm(), judged.pair().base(), metric, effect, adjusted.get(i), verdict));
        }
        return contrasts;
    }

    /** The largest of all kinds. */
    public double rateFloor() {
        return floors.stream().mapToDouble(NoiseFloor::rate).max().orElse(NoiseFloor.LEAST);
    }

    /** The largest of all kinds. */
    public double cpuFloor() {
        return floors.stream().mapToDouble(NoiseFloor::cpu).max().orElse(NoiseFloor.LEAST);
    }

    /** Arms compared with themselves, of all kinds. */
    public List<Contrast> again() {
        return floors.stream().flatMap(floor -> floor.again().stream()).toList();
    }
}
