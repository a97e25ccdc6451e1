package vesper.bench.experiments;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import vesper.bench.BarVerdict;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.results.Metric;
import vesper.bench.results.Pairing;
import vesper.bench.statistics.Spread;

/** The bars for Vesper's hello in comparison with the floor and all other servers on the JVM. */
final class PeersBars {
    private static final double CPU_TO_FLOOR = 1.2;
    private static final double RATE_TO_FLOOR = 0.95;
    private static final double PIPELINED_TO_PLAIN = 4;
    private static final double MEMORY_MEBIBYTES = 300;

    private static final List<String> NO_PEERS =
            List.of(ServerSpecs.VESPER, ServerSpecs.FLOOR, ServerSpecs.GO, ServerSpecs.NGINX);

    private final ExperimentRecords records;

    private PeersBars(ExperimentRecords records) {
        this.records = records;
    }

    /** Returns no bars if Vesper is not among the arms. */
    static List<BarVerdict> judge(ExperimentRecords records) {
        boolean isThere = records.arms().stream().anyMatch(arm -> arm.name().equals(ServerSpecs.VESPER));
        return isThere ? new PeersBars(records).verdicts() : List.of();
    }

    private List<BarVerdict> verdicts() {
        List<BarVerdict> verdicts = new ArrayList<>();
        verdicts.add(BarVerdict.atMost(
                "CPU per request, relative to the floor", CPU_TO_FLOOR, "×", ratios(ServerSpecs.FLOOR, Metric.CPU)));
        strictest(Metric.CPU, Comparator.reverseOrder())
                .map(peer -> BarVerdict.below("CPU per request, relative to " + peer, 1, "×", ratios(peer, Metric.CPU)))
                .ifPresent(verdicts::add);
        verdicts.add(BarVerdict.atLeast(
                "requests/s, relative to the floor", RATE_TO_FLOOR, "×", ratios(ServerSpecs.FLOOR, Metric.RATE)));
        strictest(Metric.RATE, Comparator.naturalOrder())
                .map(peer -> BarVerdict.atLeast("requests/s, relative to " + peer, 1, "×", ratios(peer, Metric.RATE)))
                .ifPresent(verdicts::add);
        verdicts.add(BarVerdict.atLeast(
                "requests/s pipelined, relative to unpipelined",
                PIPELINED_TO_PLAIN,
                "×",
                new Pairing(records, ServerSpecs.VESPER + PeersExperiment.PIPELINED, ServerSpecs.VESPER)
                        .ratios(Metric.RATE)));
        verdicts.add(BarVerdict.atMost(
                "memory after a run",
                MEMORY_MEBIBYTES,
                " MiB",
                Metric.MEMORY.spreadOf(records.runsOf(ServerSpecs.VESPER))));
        return verdicts;
    }

    private Spread ratios(String other, Metric metric) {
        return new Pairing(records, ServerSpecs.VESPER, other).ratios(metric);
    }

    /** Returns the JVM peer that comes closest: a bar against every peer is a bar against that one. */
    private Optional<String> strictest(Metric metric, Comparator<Double> order) {
        return records.arms().stream()
                .map(Arm::name)
                .filter(PeersExperiment.SERVERS::contains)
                .filter(name -> !NO_PEERS.contains(name))
                .filter(name -> ratios(name, metric).isMeasured())
                .min(Comparator.comparing(name -> ratios(name, metric).median(), order));
    }
}
