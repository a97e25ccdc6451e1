package vesper.bench.results;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import vesper.bench.instrument.Recorded;
import vesper.bench.instrument.Records;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Spread;

/** The runs of arms that were made in the same rounds, those of one side divided by those of the other. */
public final class Pairing {
    /** With fewer starts their differences cannot be told from those of rounds. */
    static final int FEWEST_STARTS = 3;

    private record Block(int start, int round) {}

    /** What the arms of one round have in the figure, each with its weight. */
    private record Whole(int start, Map<String, Recorded> runs, Map<String, Double> weights) {
        double ratio(Metric metric) {
            double above = 1;
            double below = 1;
            for (var run : runs.entrySet()) {
                double weight = weights.getOrDefault(run.getKey(), 0.0);
                double figure = metric.of(run.getValue().seen());
                if (weight > 0) above *= Math.pow(figure, weight);
                else below *= Math.pow(figure, -weight);
            }
            return above / below;
        }
    }

    private final List<Whole> rounds = new ArrayList<>();

    public Pairing(Records records, String one, String other) {
        this(records, new Contrasts.Pair(one, other));
    }

    Pairing(Records records, Contrasts.Pair pair) {
        Map<Block, Map<String, Recorded>> blocks = new HashMap<>();
        for (String arm : pair.weights().keySet()) {
            for (Recorded run : records.runsOf(arm)) {
                blocks.computeIfAbsent(new Block(run.start(), run.round()), _ -> new HashMap<>())
                        .put(arm, run);
            }
        }
        blocks.forEach((block, runs) -> {
            if (runs.keySet().equals(pair.weights().keySet())) {
                rounds.add(new Whole(block.start(), runs, pair.weights()));
            }
        });
    }

    /** Of the ratios within each round. */
    public Spread ratios(Metric metric) {
        return Spread.of(rounds.stream().map(round -> round.ratio(metric)).toList());
    }

    /**
     * By what factor the figure of the one is larger. What counts as one pair is a start, whose rounds are averaged: they
     * have in common what the compiler made of the program that time. With fewer than {@value #FEWEST_STARTS} starts it is
     * a round, and the interval says nothing of how starts differ.
     */
    public Effect effect(Metric metric) {
        Map<Integer, List<Double>> byStart = new TreeMap<>();
        for (Whole round : rounds) {
            double logarithm = Math.log(round.ratio(metric));
            if (Double.isFinite(logarithm)) {
                byStart.computeIfAbsent(round.start(), _ -> new ArrayList<>()).add(logarithm);
            }
        }
        if (byStart.isEmpty()) return Effect.UNKNOWN;
        if (byStart.size() < FEWEST_STARTS) {
            return Effect.ofLogarithms(byStart.values().stream()
                    .flatMap(List::stream)
                    .mapToDouble(Double::doubleValue)
                    .toArray());
        }
        return Effect.ofLogarithms(byStart.values().stream()
                .mapToDouble(all ->
                        all.stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                .toArray());
    }
}
