package vesper.bench.overhead;

import java.util.List;
import java.util.stream.Stream;
import vesper.bench.statistics.Spread;

/**
 * What the runs of one phase say of one case; CPU in microseconds per request.
 *
 * @param averageRate NaN where nothing was measured
 * @param rateToOff to that with both off, round by round, as the other ratios
 */
record CaseSummary(
        Phase phase,
        RecordingCase recording,
        Spread rate,
        double averageRate,
        Spread loaded,
        Spread drained,
        Spread rateToOff,
        Spread loadedToOff,
        Spread drainedToOff) {

    static List<CaseSummary> of(Phase phase, OverheadFindings findings) {
        return Stream.of(RecordingCase.values())
                .map(recording -> of(phase, recording, findings))
                .toList();
    }

    static CaseSummary of(Phase phase, RecordingCase recording, OverheadFindings findings) {
        List<OverheadRun> runs = findings.runs(phase, recording);
        RecordingCase off = RecordingCase.BOTH_OFF;
        return new CaseSummary(
                phase,
                recording,
                Spread.of(runs.stream().map(OverheadRun::requestsPerSecond).toList()),
                runs.stream()
                        .mapToDouble(OverheadRun::requestsPerSecond)
                        .average()
                        .orElse(Double.NaN),
                Spread.of(runs.stream().map(OverheadRun::loadedMicrosPerRequest).toList()),
                Spread.of(
                        runs.stream().map(OverheadRun::drainedMicrosPerRequest).toList()),
                Ratios.of(findings, phase, recording, off, OverheadRun::requestsPerSecond),
                Ratios.of(findings, phase, recording, off, OverheadRun::loadedMicrosPerRequest),
                Ratios.of(findings, phase, recording, off, OverheadRun::drainedMicrosPerRequest));
    }
}
