package vesper.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import vesper.bench.statistics.Spread;

/** What Vesper's hello must reach beside the floor and beside every JVM peer. */
final class PeersBars {
    private static final double CPU_TO_FLOOR = 1.2;
    private static final double RATE_TO_FLOOR = 0.95;
    private static final double PIPELINED_TO_PLAIN = 4;
    private static final double MEMORY_MEBIBYTES = 300;

    private final Findings findings;
    private final List<ArmSummary> summaries;

    private PeersBars(Findings findings, List<ArmSummary> summaries) {
        this.findings = findings;
        this.summaries = summaries;
    }

    /** None where Vesper was not asked for. */
    static List<BarVerdict> judge(Findings findings, List<ArmSummary> summaries) {
        return new PeersBars(findings, summaries).verdicts();
    }

    private List<BarVerdict> verdicts() {
        Optional<ArmSummary> vesper = summaries.stream()
                .filter(summary -> summary.arm().kind() == ArmKind.VESPER)
                .findFirst();
        return vesper.map(this::verdictsOn).orElse(List.of());
    }

    private List<BarVerdict> verdictsOn(ArmSummary vesper) {
        List<BarVerdict> verdicts = new ArrayList<>();
        verdicts.add(BarVerdict.atMost("CPU per request, to the floor's", CPU_TO_FLOOR, "×", vesper.cpuToFloor()));
        mostDemanding(vesper, RecordedRun::cpuMicrosPerRequest, Comparator.reverseOrder())
                .map(peer -> BarVerdict.below("CPU per request, to that of " + peer.name(), 1, "×", peer.ratios()))
                .ifPresent(verdicts::add);
        verdicts.add(BarVerdict.atLeast("requests/s, to the floor's", RATE_TO_FLOOR, "×", vesper.rateToFloor()));
        mostDemanding(vesper, ArmSummary::rateOf, Comparator.naturalOrder())
                .map(peer -> BarVerdict.atLeast("requests/s, to that of " + peer.name(), 1, "×", peer.ratios()))
                .ifPresent(verdicts::add);
        verdicts.add(BarVerdict.atLeast(
                "requests/s pipelined, to its own unpipelined", PIPELINED_TO_PLAIN, "×", vesper.pipelinedToPlain()));
        verdicts.add(BarVerdict.atMost("memory after a run", MEMORY_MEBIBYTES, " MiB", vesper.memory()));
        return verdicts;
    }

    /** A bar against every peer is the bar against the one that comes closest. */
    private Optional<PeerRatios> mostDemanding(
            ArmSummary vesper, ToDoubleFunction<RecordedRun> figure, Comparator<Double> order) {
        return summaries.stream()
                .map(ArmSummary::arm)
                .filter(arm -> arm.kind() == ArmKind.PEER)
                .map(peer ->
                        new PeerRatios(peer.name(), ArmSummary.ratiosBetween(findings, vesper.arm(), peer, figure)))
                .filter(peer -> peer.ratios().isMeasured())
                .min(Comparator.comparing(peer -> peer.ratios().median(), order));
    }

    private record PeerRatios(String name, Spread ratios) {}
}
