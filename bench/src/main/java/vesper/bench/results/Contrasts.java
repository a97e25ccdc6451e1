package vesper.bench.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Holm;
import vesper.bench.statistics.Verdict;

/**
 * All comparisons of an experiment: requests per second, CPU time per request, and CPU time until the server was idle,
 * if all arms report that. They are corrected together, so that the probability of even one false alarm among all of
 * them is that of a single comparison.
 *
 * @param floors noise floors, one for each kind of load, by which its comparisons are judged
 */
public record Contrasts(List<Contrast> all, List<NoiseFloor> floors) {
    /**
     * An arm and the one that it is compared with. There may be several arms on both sides, as for the effect of a
     * factor averaged over the levels of another.
     *
     * @param weights weight of the logarithm of each arm's figure
     */
    public record Pair(String arm, String base, Map<String, Double> weights) {
        public Pair {
            weights = Map.copyOf(weights);
        }

        public Pair(String arm, String base) {
            this(arm, base, arm.equals(base) ? Map.of(arm, 0.0) : Map.of(arm, 1.0, base, -1.0));
        }

        /** Returns whether there are runs of all of its arms. */
        public boolean isRecorded(ExperimentRecords records) {
            return weights.keySet().stream()
                    .noneMatch(name -> records.runsOf(name).isEmpty());
        }
    }

    /**
     * The comparisons under one kind of load, since each kind scatters differently.
     *
     * @param kind name in reports; empty if there is only one
     * @param repeated arms that were measured twice, under both of their names
     */
    public record Group(String kind, List<Pair> compared, List<Pair> repeated) {
        public Group {
            compared = List.copyOf(compared);
            repeated = List.copyOf(repeated);
        }

        /** Returns the arms of all comparisons, each once. */
        List<String> arms() {
            return Stream.of(compared, repeated)
                    .flatMap(List::stream)
                    .flatMap(pair -> pair.weights().keySet().stream().sorted())
                    .distinct()
                    .toList();
        }

        /** Returns a copy without comparisons that lack runs. */
        public Group recorded(ExperimentRecords records) {
            return new Group(
                    kind,
                    compared.stream().filter(pair -> pair.isRecorded(records)).toList(),
                    repeated.stream().filter(pair -> pair.isRecorded(records)).toList());
        }
    }

    /** @param floor smallest difference that counts */
    private record UnjudgedEffect(Pair pair, Metric metric, Effect effect, double floor) {
        /** Judges it as one of that many comparisons. */
        Contrast judge(double adjusted, int comparisons) {
            Effect good = metric.isMoreBetter() ? effect : effect.inverse();
            Verdict verdict = Verdict.of(good, adjusted, comparisons, floor);
            return new Contrast(pair.arm(), pair.base(), metric, effect, adjusted, comparisons, verdict);
        }
    }

    public Contrasts {
        all = List.copyOf(all);
        floors = List.copyOf(floors);
    }

    public static Contrasts of(ExperimentRecords records, List<Group> groups) {
        List<Metric> compared = compared(records, groups);
        RunTable table = RunTable.of(records);
        List<NoiseFloor> floors = new ArrayList<>();
        List<UnjudgedEffect> family = new ArrayList<>();
        for (Group group : groups) {
            NoiseFloor floor = floor(table, group, compared);
            floors.add(floor);
            family.addAll(effects(table, group, group.compared(), compared, floor::of));
        }
        return new Contrasts(judge(family), floors);
    }

    /** Returns the figures to compare, with CPU time until idle only if all arms report it. */
    private static List<Metric> compared(ExperimentRecords records, List<Group> groups) {
        boolean isDrained = groups.stream()
                .flatMap(group -> group.compared().stream())
                .flatMap(pair -> pair.weights().keySet().stream())
                .allMatch(arm -> Metric.DRAINED.spreadOf(records.runsOf(arm)).isMeasured());
        return isDrained ? List.of(Metric.RATE, Metric.CPU, Metric.DRAINED) : List.of(Metric.RATE, Metric.CPU);
    }

    private static NoiseFloor floor(RunTable table, Group group, List<Metric> compared) {
        return NoiseFloor.of(
                group.kind(), judge(effects(table, group, group.repeated(), compared, _ -> NoiseFloor.MIN_FLOOR)));
    }

    private static List<UnjudgedEffect> effects(
            RunTable table, Group group, List<Pair> pairs, List<Metric> compared, ToDoubleFunction<Metric> floor) {
        List<BlockedEffect> blocked = pairs.stream()
                .map(pair -> new BlockedEffect(table, group.arms(), pair))
                .toList();
        List<UnjudgedEffect> effects = new ArrayList<>();
        for (Metric metric : compared) {
            for (int i = 0; i < pairs.size(); i++) {
                Effect effect = blocked.get(i).of(metric);
                effects.add(new UnjudgedEffect(pairs.get(i), metric, effect, floor.applyAsDouble(metric)));
            }
        }
        return effects;
    }

    /**
     * Judges all pairs in all figures as one family: the more comparisons, the more likely is a difference by chance.
     */
    private static List<Contrast> judge(List<UnjudgedEffect> family) {
        List<Double> adjusted =
                Holm.adjusted(family.stream().map(each -> each.effect().p()).toList());
        List<Contrast> contrasts = new ArrayList<>();
        for (int i = 0; i < family.size(); i++) contrasts.add(family.get(i).judge(adjusted.get(i), family.size()));
        return contrasts;
    }

    /** Returns the comparisons of arms with themselves, of all kinds. */
    public List<Contrast> repeats() {
        return floors.stream().flatMap(floor -> floor.repeats().stream()).toList();
    }
}
