package vesper.bench.overhead;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import vesper.bench.FigureJson;
import vesper.bench.instrument.ExperimentRecords;

/** The members that this experiment adds to {@code result.json}; {@code docs/guide/bench.md} describes them. */
final class OverheadJson {
    private static final int MAX_THREADS = 8;
    private static final double MIN_PER_REQUEST = 0.01;

    private OverheadJson() {}

    static Map<String, @Nullable Object> of(OverheadScale scale, ExperimentRecords records, OverheadFindings findings) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("connections", scale.connections());
        json.put("secondsSustained", scale.sustained().toMillis() / 1000.0);
        json.put("abRequests", scale.abRequests());
        json.put("heap", scale.heap());
        json.put(
                "cases",
                Stream.of(RecordingCase.values())
                        .map(recording -> ofCase(recording, findings))
                        .toList());
        json.put(
                "toOff",
                ComparisonToOff.of(records).stream().map(OverheadJson::toOff).toList());
        json.put("gains", Gain.of(records).stream().map(OverheadJson::gain).toList());
        return json;
    }

    private static Map<String, @Nullable Object> ofCase(RecordingCase recording, OverheadFindings findings) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", recording.arm());
        json.put("monitor", recording.monitor());
        json.put("tracker", recording.tracker());
        json.put("heap", findings.heapOf(recording).map(OverheadJson::heap).orElse(null));
        json.put("records", records(findings.censusOf(recording), findings.diskOf(recording)));
        return json;
    }

    private static Map<String, Object> heap(HeapUse use) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("allocatedBytesPerRequest", use.allocatedPerRequest());
        json.put("allocatedBytesPerRequestServing", use.allocatedServingPerRequest());
        json.put("allocatedBytesPerRequestByThread", byThread(use.allocatedByKind(), use));
        json.put("cpuMicrosPerRequestByThread", byThread(use.cpuMicros(), use));
        json.put("liveGrowthBytes", use.liveGrowthBytes());
        return json;
    }

    /** Returns the largest few; kinds below {@value #MIN_PER_REQUEST} per request are left out. */
    private static Map<String, Double> byThread(Map<String, Long> figures, HeapUse use) {
        Map<String, Double> largest = new LinkedHashMap<>();
        figures.entrySet().stream()
                .filter(kind -> use.perRequest(kind.getValue()) >= MIN_PER_REQUEST)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MAX_THREADS)
                .forEach(kind -> largest.put(kind.getKey(), use.perRequest(kind.getValue())));
        return largest;
    }

    private static Map<String, @Nullable Object> records(Census census, Optional<DiskUse> disk) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("answered", census.answered());
        json.put("foundByMonitor", census.monitored());
        json.put("foundByTracker", census.tracked());
        json.put("missing", census.missing());
        json.put("notAnswered", census.unexpected());
        json.put("sealedBytes", disk.map(DiskUse::sealedBytes).orElse(null));
        json.put("journalBytes", disk.map(DiskUse::journalBytes).orElse(null));
        json.put("sealedBytesPerRecord", disk.map(DiskUse::bytesPerRecord).orElse(null));
        return json;
    }

    private static Map<String, @Nullable Object> toOff(ComparisonToOff one) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("arm", one.arm());
        json.put("averageRequestsPerSecond", one.averageRate());
        json.put("requestsPerSecond", FigureJson.spread(one.rateRatio()));
        json.put("cpuMicrosPerRequest", FigureJson.spread(one.loadedRatio()));
        json.put("cpuMicrosPerRequestUntilDrained", FigureJson.spread(one.drainedRatio()));
        return json;
    }

    private static Map<String, @Nullable Object> gain(Gain gain) {
        Map<String, Double> published = new LinkedHashMap<>();
        for (PublishedGain each : gain.published()) published.put(each.platform(), each.percent());
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("switchedOff", gain.description());
        json.put("percentOwn", FigureJson.spread(gain.own()));
        json.put("percentAb", FigureJson.spread(gain.ab()));
        json.put("published", published);
        return json;
    }
}
