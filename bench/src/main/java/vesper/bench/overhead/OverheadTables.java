package vesper.bench.overhead;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import vesper.bench.report.Figure;
import vesper.bench.report.TextTable;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Spread;

/** The result in tables, which terminal and page show alike. */
final class OverheadTables {
    /** @param rows as many cells each as there are headings */
    record Table(String title, List<String> headings, List<List<String>> rows) {
        String text() {
            var table = new TextTable(headings.toArray(String[]::new));
            rows.forEach(row -> table.row(row.toArray(String[]::new)));
            return title + "\n" + table.text();
        }
    }

    private static final double LEAST_CPU = 0.03;

    private final OverheadResult result;
    private final OverheadFindings findings;

    OverheadTables(OverheadResult result) {
        this.result = result;
        this.findings = result.findings();
    }

    /** All of it for a terminal. */
    static String text(OverheadResult result) {
        String tables =
                new OverheadTables(result).all().stream().map(Table::text).collect(Collectors.joining("\n"));
        String remarks = result.remarks().stream().map(remark -> remark + "\n").collect(Collectors.joining());
        return tables + "\n" + remarks;
    }

    List<Table> all() {
        List<Table> tables = new ArrayList<>();
        tables.add(cost(Phase.OWN, "Own generator"));
        if (findings.has(Phase.AB))
            tables.add(cost(Phase.AB, "ab -k -n " + result.setting().scale().abRequests()));
        tables.add(gains());
        tables.add(effects());
        tables.add(sustained());
        if (hasHeaps()) tables.add(threads());
        tables.add(records());
        tables.add(bars());
        return tables;
    }

    private Table cost(Phase phase, String title) {
        return new Table(
                title,
                List.of(
                        "case",
                        "req/s min",
                        "average",
                        "max",
                        "× off",
                        "CPU µs/req loaded",
                        "× off",
                        "until drained",
                        "× off"),
                CaseSummary.of(phase, findings).stream()
                        .map(OverheadTables::costRow)
                        .toList());
    }

    private static List<String> costRow(CaseSummary summary) {
        return List.of(
                summary.recording().label(),
                Figure.of(summary.rate().low()),
                Figure.of(summary.averageRate()),
                Figure.of(summary.rate().high()),
                range(summary.rateToOff()),
                Figure.of(summary.loaded().median()),
                range(summary.loadedToOff()),
                Figure.of(summary.drained().median()),
                range(summary.drainedToOff()));
    }

    private Table gains() {
        List<String> headings = new ArrayList<>(List.of("gain in req/s, to both on", "own", "ab"));
        PublishedGain.ALL.forEach(published -> headings.add(published.platform() + ", published"));
        return new Table(
                "Switched off",
                headings,
                Gain.of(findings).stream().map(OverheadTables::gainRow).toList());
    }

    private static List<String> gainRow(Gain gain) {
        List<String> row = new ArrayList<>(List.of(gain.what(), percent(gain.own()), percent(gain.ab())));
        for (PublishedGain published : PublishedGain.ALL) {
            row.add(
                    gain.published().contains(published)
                            ? String.format(Locale.ROOT, "%.2f %%", published.percent())
                            : "–");
        }
        return row;
    }

    /** What the rounds prove of the rates. */
    private Table effects() {
        return new Table(
                "Switched on, own generator",
                List.of("what", "× req/s", "95 % interval", "verdict"),
                SwitchEffect.of(Phase.OWN, findings).stream()
                        .map(OverheadTables::effectRow)
                        .toList());
    }

    private static List<String> effectRow(SwitchEffect one) {
        Effect effect = one.effect();
        return List.of(
                one.what(),
                precise(effect.factor()),
                precise(effect.low()) + "–" + precise(effect.high()),
                one.verdict().toString());
    }

    /** A hundredth is what some bars leave. */
    private static String precise(double factor) {
        return Double.isFinite(factor) ? String.format(Locale.ROOT, "%.3f", factor) : Figure.of(factor);
    }

    private Table sustained() {
        return new Table(
                "Sustained for " + result.setting().scale().sustained().toSeconds() + " s",
                List.of(
                        "case",
                        "req/s",
                        "× off",
                        "CPU × off until drained",
                        "pending at the end",
                        "lag ms",
                        "drained after s",
                        "allocated B/req",
                        "of it serving",
                        "live heap +MiB",
                        "RSS MiB"),
                LastingCost.all(findings).map(this::sustainedRow).toList());
    }

    private List<String> sustainedRow(LastingCost cost) {
        Optional<OverheadRun> run = cost.sustained();
        CaseSummary summary = CaseSummary.of(Phase.SUSTAINED, cost.recording(), findings);
        return List.of(
                cost.recording().label(),
                Figure.of(summary.rate().median()),
                Figure.of(summary.rateToOff().median()),
                Figure.of(summary.drainedToOff().median()),
                figure(run.map(it -> (double) it.backlog().pending())),
                figure(run.map(it -> (double) it.backlog().lagMillis())),
                figure(run.map(OverheadRun::drainSeconds)),
                Figure.of(cost.allocatedPerRequest()),
                Figure.of(cost.allocatedServingPerRequest()),
                figure(cost.heap().map(HeapUse::liveGrowthMebibytes)),
                figure(run.map(it -> it.memory().mebibytes())));
    }

    private boolean hasHeaps() {
        return LastingCost.all(findings).anyMatch(cost -> cost.heap().isPresent());
    }

    /** Where CPU time went: what a bar that is missed is to be looked for in. */
    private Table threads() {
        List<LastingCost> costs = LastingCost.all(findings).toList();
        List<String> headings = new ArrayList<>(List.of("CPU µs/req by threads, sustained until drained"));
        costs.forEach(cost -> headings.add(cost.recording().label()));
        List<List<String>> rows = costs.stream()
                .flatMap(cost -> cost.heap().stream())
                .flatMap(use -> use.cpuMicros().keySet().stream())
                .distinct()
                .filter(kind -> costs.stream().anyMatch(cost -> cost.cpuPerRequest(kind) >= LEAST_CPU))
                .sorted(Comparator.<String>comparingDouble(
                                kind -> costs.getFirst().cpuPerRequest(kind))
                        .reversed())
                .map(kind -> threadsRow(kind, costs))
                .toList();
        return new Table("Threads", headings, rows);
    }

    private static List<String> threadsRow(String kind, List<LastingCost> costs) {
        List<String> row = new ArrayList<>(List.of(kind));
        costs.forEach(cost -> row.add(Figure.of(cost.cpuPerRequest(kind))));
        return row;
    }

    private Table records() {
        return new Table(
                "Records of all requests",
                List.of(
                        "case",
                        "answered",
                        "by Monitor",
                        "by Tracker",
                        "missing",
                        "not answered",
                        "B/record sealed",
                        "journals MiB"),
                LastingCost.all(findings).map(OverheadTables::recordsRow).toList());
    }

    private static List<String> recordsRow(LastingCost cost) {
        Census census = cost.census();
        return List.of(
                cost.recording().label(),
                count(census.answered()),
                count(census.monitored()),
                count(census.tracked()),
                count(census.missing()),
                count(census.invented()),
                Figure.of(cost.bytesPerRecord()),
                figure(cost.disk().map(DiskUse::journalMebibytes)));
    }

    Table bars() {
        return new Table(
                "Bars",
                List.of("bar", "wanted", "measured", ""),
                result.bars().stream()
                        .map(bar -> List.of(bar.what(), bar.bar(), bar.measured(), bar.verdict()))
                        .toList());
    }

    /** Without the bars, which the page shows first. */
    Stream<Table> figures() {
        return all().stream().filter(table -> !table.title().equals("Bars"));
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String figure(Optional<Double> value) {
        return Figure.of(value.orElse(Double.NaN));
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
