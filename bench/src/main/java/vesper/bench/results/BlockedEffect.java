package vesper.bench.results;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.results.RunTable.Round;
import vesper.bench.statistics.BlockScatter;
import vesper.bench.statistics.Effect;

/**
 * The factor by which the figure of one arm is larger than that of another, with its uncertainty. The unit of
 * replication is a block, that is one start of the servers. The rounds of a start are averaged, since they share the
 * code that the JIT compiler produced that time. With only one start, each round is a block, and the result says
 * nothing about differences between starts.
 *
 * <p>Three starts alone say little about how much starts differ. Therefore that variance is estimated from the
 * processes of all arms of the group, with one arm for each process. The estimate uses the arms that are driven like
 * the compared ones, if that makes at least three processes, and otherwise the first arm of each process. Arms that
 * share a process differ less; their variance is estimated from the arms of that process.
 */
final class BlockedEffect {
    private static final int MIN_SIMILAR = 3;

    /**
     * One figure that scatters independently: that of a process, or that of an arm if all compared arms share a
     * process.
     *
     * @param shares weight of each arm within this figure
     * @param weight weight of this figure in the comparison
     */
    private record Unit(Map<String, Double> shares, double weight) {
        static Unit of(String arm, double weight) {
            return new Unit(Map.of(arm, 1.0), weight);
        }
    }

    private final RunTable table;
    private final List<String> arms;
    private final Pair pair;
    private final List<Round> rounds;

    /** @param arms names of all arms of the group */
    BlockedEffect(RunTable table, List<String> arms, Pair pair) {
        this.table = table;
        this.arms = arms;
        this.pair = pair;
        this.rounds = table.roundsOf(pair.weights().keySet());
    }

    Effect of(Metric metric) {
        List<List<Round>> blocks = table.blocks(rounds.stream()
                .filter(round -> pair.weights().keySet().stream()
                        .allMatch(arm -> Double.isFinite(table.logarithm(arm, round, metric))))
                .toList());
        double[] differences = blocks.stream()
                .mapToDouble(block -> mean(pair.weights(), block, metric))
                .toArray();
        Effect alone = Effect.ofLogarithms(differences);
        return units().map(own -> withPooledVariance(alone, own, blocks, metric))
                .orElse(alone);
    }

    /** Returns the same factor, with the uncertainty estimated from all units and companions together. */
    private Effect withPooledVariance(Effect alone, List<Unit> own, List<List<Round>> blocks, Metric metric) {
        List<Unit> units = new ArrayList<>(own);
        for (String arm : armsForVariance()) {
            boolean isMeasured = blocks.stream()
                    .flatMap(List::stream)
                    .allMatch(round -> Double.isFinite(table.logarithm(arm, round, metric)));
            if (isMeasured) units.add(Unit.of(arm, 0));
        }
        double[][] figures = units.stream()
                .map(unit -> blocks.stream()
                        .mapToDouble(block -> mean(unit.shares(), block, metric))
                        .toArray())
                .toArray(double[][]::new);
        BlockScatter scatter = BlockScatter.of(figures);
        if (scatter.freedom() == 0) return alone;
        double variance = 0;
        for (int i = 0; i < own.size(); i++) variance += Math.pow(own.get(i).weight(), 2) * scatter.variance(i);
        return new Effect(alone.factor(), Math.sqrt(variance / blocks.size()), scatter.freedom(), blocks.size());
    }

    /** Returns the weighted sum of the arms' logarithms, averaged over the rounds of a block. */
    private double mean(Map<String, Double> weights, List<Round> block, Metric metric) {
        double sum = 0;
        for (var each : weights.entrySet()) {
            for (Round round : block) sum += each.getValue() * table.logarithm(each.getKey(), round, metric);
        }
        return sum / block.size();
    }

    private boolean sharesOneProcess() {
        return pair.weights().keySet().stream().map(table::processOf).distinct().count() == 1;
    }

    /** Returns the compared figures by process; empty if arms are compared with each other within several processes. */
    private Optional<List<Unit>> units() {
        if (sharesOneProcess()) {
            return Optional.of(pair.weights().entrySet().stream()
                    .map(each -> Unit.of(each.getKey(), each.getValue()))
                    .toList());
        }
        Map<Object, Map<String, Double>> byProcess = new LinkedHashMap<>();
        pair.weights()
                .forEach((arm, weight) -> byProcess
                        .computeIfAbsent(table.processOf(arm), _ -> new LinkedHashMap<>())
                        .put(arm, weight));
        List<Unit> units = new ArrayList<>();
        for (Map<String, Double> weights : byProcess.values()) {
            double weight =
                    weights.values().stream().mapToDouble(Double::doubleValue).sum();
            if (weight == 0) return Optional.empty();
            Map<String, Double> shares = new LinkedHashMap<>();
            weights.forEach((arm, each) -> shares.put(arm, each / weight));
            units.add(new Unit(shares, weight));
        }
        return Optional.of(units);
    }

    /** Returns other arms, from which the scatter of such figures can be estimated. */
    private List<String> armsForVariance() {
        Stream<String> others = arms.stream().filter(arm -> !pair.weights().containsKey(arm));
        Set<Object> compared = new HashSet<>();
        for (String arm : pair.weights().keySet()) compared.add(table.processOf(arm));
        if (sharesOneProcess())
            return others.filter(arm -> compared.contains(table.processOf(arm))).toList();
        List<String> apart =
                others.filter(arm -> !compared.contains(table.processOf(arm))).toList();
        List<String> alike = onePerProcess(apart.stream()
                .filter(arm -> pair.weights().keySet().stream().allMatch(own -> table.isDrivenLike(arm, own)))
                .toList());
        return alike.size() + compared.size() >= MIN_SIMILAR ? alike : onePerProcess(apart);
    }

    private List<String> onePerProcess(List<String> names) {
        Set<Object> seen = new HashSet<>();
        return names.stream().filter(arm -> seen.add(table.processOf(arm))).toList();
    }
}
