package vesper.bench.overhead;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import vesper.bench.BarVerdict;
import vesper.bench.instrument.Observation;
import vesper.bench.instrument.Recorded;
import vesper.bench.instrument.Records;
import vesper.bench.results.Gate;

/**
 * Bounds of a user on the runs that our own generator drove; CPU is that until everything was sealed. What is not measured
 * here, such as threads, misses no bound and meets none.
 */
final class OverheadGates {
    static final List<String> ARMS =
            Arrays.stream(RecordingCase.values()).map(RecordingCase::arm).toList();

    private OverheadGates() {}

    static List<BarVerdict> judge(List<Gate> gates, OverheadFindings findings) {
        var records = new Records();
        findings.runs().stream().filter(run -> run.phase() == Phase.OWN).forEach(run -> records.record(recorded(run)));
        return gates.stream().map(gate -> gate.judge(records)).toList();
    }

    private static Recorded recorded(OverheadRun run) {
        var seen = new Observation(run.load(), run.drained(), run.memory(), 0, Optional.empty(), OptionalLong.empty());
        return new Recorded(1, run.round(), run.recording().arm(), seen);
    }
}
