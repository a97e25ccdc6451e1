package vesper.bench.results;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import vesper.bench.instrument.Recorded;
import vesper.bench.instrument.Records;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Spread;

/** The runs of an arm beside those of another that were made in the same rounds. */
public final class Pairing {
    /** With fewer starts their differences cannot be told from those of rounds. */
    static final int FEWEST_STARTS = 3;

    private record Block(int start, int round) {}

    private final List<Pair> pairs = new ArrayList<>();

    private record Pair(int start, Recorded one, Recorded other) {
        double ratio(Metric metric) {
            return metric.of(one.seen()) / metric.of(other.seen());
        }
    }

    public Pairing(Records records, String one, String other) {
        Map<Block, Recorded> others = new HashMap<>();
        for (Recorded run : records.runsOf(other)) others.put(new Block(run.start(), run.round()), run);
        for (Recorded run : records.runsOf(one)) {
            Recorded beside = others.get(new Block(run.start(), run.round()));
            if (beside != null) pairs.add(new Pair(run.start(), run, beside));
        }
    }

    /** Of the ratios within each round. */
    public Spread ratios(Metric metric) {
        return Spread.of(pairs.stream().map(pair -> pair.ratio(metric)).toList());
    }

    /**
     * By what factor the figure of the one is larger. What counts as one pair is a start, whose rounds are averaged: they
     * have in common what the compiler made of the program that time. With fewer than {@value #FEWEST_STARTS} starts it is
     * a round, and the interval says nothing of how starts differ.
     */
    public Effect effect(Metric metric) {
        Map<Integer, List<Double>> byStart = new HashMap<>();
        for (Pair pair : pairs) {
            double logarithm = Math.log(pair.ratio(metric));
            if (Double.isFinite(logarithm)) {
                byStart.computeIfAbsent(pair.start(), _ -> new ArrayList<>()).add(logarithm);
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
