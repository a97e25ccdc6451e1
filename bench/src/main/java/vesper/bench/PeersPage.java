package vesper.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import vesper.bench.report.BarChart;
import vesper.bench.report.Figure;
import vesper.bench.report.HtmlPage;
import vesper.bench.statistics.Spread;

/** The result as {@code report.html}. */
final class PeersPage {
    private final PeersResult result;

    private PeersPage(PeersResult result) {
        this.result = result;
    }

    static String of(PeersResult result) {
        return new PeersPage(result).html();
    }

    private String html() {
        var page = new HtmlPage("Hello, beside its peers");
        PeersTable.remarks(result).forEach(page::paragraph);
        if (!result.bars().isEmpty()) page.heading("Bars").table(List.of("bar", "wanted", "measured", ""), bars());
        page.heading("Charts")
                .chart(cpuChart())
                .chart(chart("Requests per second", "more is better", ArmSummary::rate))
                .chart(chart("Latency, 99th percentile", "microseconds, less is better", ArmSummary::p99))
                .chart(chart("Memory after a run", "MiB, less is better", ArmSummary::memory));
        page.heading("Figures").table(figureHeadings(), figures());
        page.heading("Pipelining").table(List.of("arm", "req/s", "× its own unpipelined"), pipelining());
        page.heading("How it was measured").paragraph(method()).facts(circumstances());
        return page.html();
    }

    private BarChart cpuChart() {
        var chart = new BarChart("Server CPU per request", "microseconds, less is better; light: in the kernel");
        for (ArmSummary arm : result.arms()) {
            chart.add(bar(arm, arm.cpu(), arm.userCpu().median()));
        }
        return chart;
    }

    private BarChart chart(String title, String unit, Function<ArmSummary, Spread> figure) {
        var chart = new BarChart(title, unit);
        for (ArmSummary arm : result.arms()) {
            Spread spread = figure.apply(arm);
            chart.add(bar(arm, spread, spread.median()));
        }
        return chart;
    }

    private static BarChart.Bar bar(ArmSummary arm, Spread spread, double firstPart) {
        boolean vesper = arm.arm().kind() == ArmKind.VESPER;
        return new BarChart.Bar(arm.arm().name(), spread.median(), firstPart, spread.low(), spread.high(), vesper);
    }

    private List<List<String>> bars() {
        return result.bars().stream()
                .map(bar -> List.of(bar.what(), bar.bar(), bar.measured(), bar.verdict()))
                .toList();
    }

    private static List<String> figureHeadings() {
        return List.of(
                "arm", "req/s", "p50 µs", "p99 µs", "CPU µs/req", "CPU × floor", "req/s × floor", "RSS MiB", "errors");
    }

    private List<List<String>> figures() {
        return result.arms().stream()
                .map(arm -> List.of(
                        arm.arm().label(),
                        Figure.of(arm.rate().median()),
                        Figure.of(arm.p50().median()),
                        Figure.of(arm.p99().median()),
                        Figure.of(arm.cpu().median()),
                        range(arm.cpuToFloor()),
                        range(arm.rateToFloor()),
                        Figure.of(arm.memory().median()),
                        Long.toString(arm.errors())))
                .toList();
    }

    private List<List<String>> pipelining() {
        return result.arms().stream()
                .filter(arm -> arm.pipelinedRate().isMeasured())
                .map(arm -> List.of(
                        arm.arm().label(), Figure.of(arm.pipelinedRate().median()), range(arm.pipelinedToPlain())))
                .toList();
    }

    private String method() {
        double confidence =
                result.arms().isEmpty() ? 0 : result.arms().getFirst().rate().confidence();
        return String.format(
                Locale.ROOT,
                """
                Every system ran as a process of its own, all of them up while one was driven. Each was first driven \
                until its requests per second and its CPU time per request no longer changed: the means of the last \
                four windows and of the four before within %.0f %%. The recorded runs were then interleaved, in each \
                round in an order drawn anew (seed %d). CPU time is what the kernel charged to the server's process, \
                all threads, user and system; the load generator's is not in it. Whiskers and ranges go from the least \
                to the largest round, which holds the true median with a probability of %.0f %%.""",
                result.setting().scale().tolerance() * 100,
                result.setting().seed(),
                confidence * 100);
    }

    private Map<String, String> circumstances() {
        Setting setting = result.setting();
        Map<String, String> facts = new LinkedHashMap<>(setting.machine());
        facts.put("engine", setting.engine());
        facts.put("connections", Integer.toString(setting.workload().connections()));
        facts.put("one run", setting.scale().run().toMillis() / 1000.0 + " s");
        facts.put("pipelining", setting.workload().pipelining() + " requests deep");
        facts.put("started", setting.startedAt().toString());
        return facts;
    }

    private static String range(Spread spread) {
        if (!spread.isMeasured()) return Figure.of(Double.NaN);
        return Figure.of(spread.median()) + " (" + Figure.of(spread.low()) + "–" + Figure.of(spread.high()) + ")";
    }
}
