package vesper.bench.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.bench.instrument.RecordedRun;
import vesper.bench.load.GeneratorReport;
import vesper.bench.load.LoadError;

/**
 * Writes every recorded run with all its figures, in the order of the runs: the data that all conclusions are drawn
 * from.
 */
final class RunsJson {
    private RunsJson() {}

    static List<Map<String, @Nullable Object>> of(List<RecordedRun> runs) {
        return runs.stream().map(RunsJson::of).toList();
    }

    private static Map<String, @Nullable Object> of(RecordedRun run) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("start", run.start());
        json.put("round", run.round());
        json.put("arm", run.arm());
        json.put("requests", run.observation().load().requests());
        json.put("seconds", run.observation().load().seconds());
        for (Metric metric : Metric.values()) json.put(metric.field(), metric.valueOf(run.observation()));
        json.put(
                "lowerBound",
                run.observation()
                        .load()
                        .generator()
                        .map(GeneratorReport::isLowerBound)
                        .orElse(null));
        json.put("errorsByKind", byKind(run.observation().load().errors()));
        return json;
    }

    /** Returns the counts of errors; kinds that did not occur are left out. */
    static Map<String, Long> byKind(Map<LoadError, Long> errors) {
        Map<String, Long> json = new LinkedHashMap<>();
        for (LoadError kind : LoadError.values()) {
            long count = errors.getOrDefault(kind, 0L);
            if (count > 0) json.put(kind.label(), count);
        }
        return json;
    }
}
