package vesper.bench.overhead;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.RecordedRun;
import vesper.bench.report.Figure;
import vesper.bench.results.Metric;
import vesper.bench.results.Section;
import vesper.bench.statistics.Spread;

/** The tables that only this experiment has. */
final class OverheadSections {
    private static final double MIN_CPU = 0.03;
    private static final List<RecordingCase> CASES = List.of(RecordingCase.values());

    private final ExperimentRecords records;
    private final OverheadFindings findings;

    OverheadSections(ExperimentRecords records, OverheadFindings findings) {
        this.records = records;
        this.findings = findings;
    }

    List<Section> all() {
        return List.of(toOff(), gains(), sustained(), threads(), found());
    }

    private Section toOff() {
        return new Section(
                "Compared with both off",
                List.of(
                        "arm",
                        "req/s min",
                        "average",
                        "max",
                        "× off",
                        "CPU µs/req loaded",
                        "× off",
                        "until drained",
                        "× off"),
                ComparisonToOff.of(records).stream()
                        .map(OverheadSections::toOffRow)
                        .toList());
    }

    private static List<String> toOffRow(ComparisonToOff one) {
        return List.of(
                one.arm(),
                Figure.of(one.rate().low()),
                Figure.of(one.averageRate()),
                Figure.of(one.rate().high()),
                range(one.rateRatio()),
                Figure.of(one.loaded().median()),
                range(one.loadedRatio()),
                Figure.of(one.drained().median()),
                range(one.drainedRatio()));
    }

    private Section gains() {
        List<String> headings = new ArrayList<>(List.of("gain in req/s vs. both on", "own", "ab"));
        PublishedGain.ALL.forEach(published -> headings.add(published.platform() + ", published"));
        return new Section(
                "Switched off",
                headings,
                Gain.of(records).stream().map(OverheadSections::gainRow).toList());
    }

    private static List<String> gainRow(Gain gain) {
        List<String> row = new ArrayList<>(List.of(gain.description(), percent(gain.own()), percent(gain.ab())));
        for (PublishedGain published : PublishedGain.ALL) {
            row.add(
                    gain.published().contains(published)
                            ? String.format(Locale.ROOT, "%.2f %%", published.percent())
                            : "–");
        }
        return row;
    }

    private Section sustained() {
        return new Section(
                "Sustained run",
                List.of(
                        "case",
                        "req/s",
                        "pending at the end",
                        "lag ms",
                        "idle after ms",
                        "allocated B/req",
                        "by serving threads",
                        "live heap +MiB",
                        "RSS MiB"),
                CASES.stream().map(this::sustainedRow).toList());
    }

    private List<String> sustainedRow(RecordingCase recording) {
        List<RecordedRun> runs = records.runsOf(recording.sustained());
        return List.of(
                recording.arm(),
                median(Metric.RATE, runs),
                median(Metric.PENDING, runs),
                median(Metric.LAG, runs),
                median(Metric.DRAIN, runs),
                heap(recording, HeapUse::allocatedPerRequest),
                heap(recording, HeapUse::allocatedServingPerRequest),
                heap(recording, HeapUse::liveGrowthMebibytes),
                median(Metric.MEMORY, runs));
    }

    /** Returns the CPU time by kind of thread, which shows the cause of a missed bar. */
    private Section threads() {
        List<String> headings = new ArrayList<>(List.of("CPU µs/req by kind of thread, until drained"));
        CASES.forEach(recording -> headings.add(recording.arm()));
        List<List<String>> rows = heaps().flatMap(use -> use.cpuMicros().keySet().stream())
                .distinct()
                .filter(kind -> heaps().anyMatch(use -> use.cpuPerRequest(kind) >= MIN_CPU))
                .sorted(Comparator.<String>comparingDouble(
                                kind -> heaps().findFirst().orElseThrow().cpuPerRequest(kind))
                        .reversed())
                .map(this::threadsRow)
                .toList();
        return new Section("Threads", headings, rows);
    }

    private Stream<HeapUse> heaps() {
        return CASES.stream().map(findings::heapOf).flatMap(Optional::stream);
    }

    private List<String> threadsRow(String kind) {
        List<String> row = new ArrayList<>(List.of(kind));
        CASES.forEach(recording -> row.add(heap(recording, use -> use.cpuPerRequest(kind))));
        return row;
    }

    private Section found() {
        return new Section(
                "Records of all requests",
                List.of(
                        "case",
                        "answered",
                        "by Monitor",
                        "by Tracker",
                        "missing",
                        "unexpected",
                        "B/record sealed",
                        "journals MiB"),
                findings.isCounted() ? findings.censuses().map(this::foundRow).toList() : List.of());
    }

    private List<String> foundRow(Census census) {
        Optional<DiskUse> disk = findings.diskOf(census.recording());
        return List.of(
                census.recording().arm(),
                count(census.answered()),
                count(census.monitored()),
                count(census.tracked()),
                count(census.missing()),
                count(census.unexpected()),
                Figure.of(disk.map(DiskUse::bytesPerRecord).orElse(Double.NaN)),
                Figure.of(disk.map(DiskUse::journalMebibytes).orElse(Double.NaN)));
    }

    private String heap(RecordingCase recording, ToDoubleFunction<HeapUse> figure) {
        return Figure.of(findings.heapOf(recording).map(figure::applyAsDouble).orElse(Double.NaN));
    }

    private static String median(Metric metric, List<RecordedRun> runs) {
        return Figure.of(metric.spreadOf(runs).median());
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String percent(Spread spread) {
        if (!spread.isMeasured()) return Figure.of(Double.NaN);
        return String.format(Locale.ROOT, "%.1f %% (%.1f to %.1f)", spread.median(), spread.low(), spread.high());
    }

    private static String range(Spread spread) {
        if (!spread.isMeasured()) return Figure.of(Double.NaN);
        return Figure.of(spread.median()) + " (" + Figure.of(spread.low()) + "–" + Figure.of(spread.high()) + ")";
    }
}
