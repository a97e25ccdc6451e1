package vesper.bench.results;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.RecordedRun;
import vesper.bench.statistics.Spread;

/** Pairs the runs of two sides that were made in the same rounds, and divides one side by the other. */
public final class Pairing {
    private record Block(int start, int round) {}

    /** The runs of all arms of one round, each with its weight. */
    private record RoundRuns(Map<String, RecordedRun> runs, Map<String, Double> weights) {
        double ratio(Metric metric) {
            double above = 1;
            double below = 1;
            for (var run : runs.entrySet()) {
                double weight = weights.getOrDefault(run.getKey(), 0.0);
                double figure = metric.valueOf(run.getValue().observation());
                if (weight > 0) above *= Math.pow(figure, weight);
                else below *= Math.pow(figure, -weight);
            }
            return above / below;
        }
    }

    private final List<RoundRuns> rounds = new ArrayList<>();

    public Pairing(ExperimentRecords records, String one, String other) {
        this(records, new Contrasts.Pair(one, other));
    }

    private Pairing(ExperimentRecords records, Contrasts.Pair pair) {
        Map<Block, Map<String, RecordedRun>> blocks = new HashMap<>();
        for (String arm : pair.weights().keySet()) {
            for (RecordedRun run : records.runsOf(arm)) {
                blocks.computeIfAbsent(new Block(run.start(), run.round()), _ -> new HashMap<>())
                        .put(arm, run);
            }
        }
        blocks.forEach((block, runs) -> {
            if (runs.keySet().equals(pair.weights().keySet())) {
                rounds.add(new RoundRuns(runs, pair.weights()));
            }
        });
    }

    /** Returns the spread of the ratios within each round. */
    public Spread ratios(Metric metric) {
        return Spread.of(rounds.stream().map(round -> round.ratio(metric)).toList());
    }
}
