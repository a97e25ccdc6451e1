package vesper.bench.results;

import java.util.List;
import vesper.bench.instrument.RecordedRun;
import vesper.bench.load.GeneratorReport;

/** States whether the load generator, rather than the server, may have limited the figures of an arm. */
public enum GeneratorLimit {
    NOT_REACHED,
    /** The generator was at its limit in at least one run. */
    REACHED,
    /** Engines other than our own do not report it. */
    UNKNOWN;

    static GeneratorLimit of(List<RecordedRun> runs) {
        List<GeneratorReport> reports = runs.stream()
                .flatMap(run -> run.observation().load().generator().stream())
                .toList();
        if (reports.stream().anyMatch(GeneratorReport::isLowerBound)) return REACHED;
        return reports.size() < runs.size() ? UNKNOWN : NOT_REACHED;
    }
}
