package vesper.bench.results;

import java.util.List;
import vesper.bench.instrument.Recorded;
import vesper.bench.load.GeneratorReport;

/** Whether the load generator, and not the server, may have been what held the figures of an arm down. */
public enum GeneratorLimit {
    NOT_REACHED,
    /** In one run at least. */
    REACHED,
    /** Other engines than our own do not tell. */
    UNKNOWN;

    static GeneratorLimit of(List<Recorded> runs) {
        List<GeneratorReport> reports = runs.stream()
                .flatMap(run -> run.seen().load().generator().stream())
                .toList();
        if (reports.stream().anyMatch(GeneratorReport::isLowerBound)) return REACHED;
        return reports.size() < runs.size() ? UNKNOWN : NOT_REACHED;
    }
}
