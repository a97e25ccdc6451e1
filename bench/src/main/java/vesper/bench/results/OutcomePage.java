package vesper.bench.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.instrument.WarmUpResult;
import vesper.bench.report.BarChart;
import vesper.bench.report.Chart;
import vesper.bench.report.HtmlPage;
import vesper.bench.report.Table;
import vesper.bench.report.Traces;
import vesper.bench.statistics.Spread;
import vesper.bench.statistics.StabilityRule.Window;

/** Writes the result as {@code report.html}. */
final class OutcomePage {
    private final Outcome outcome;
    private final List<Chart> own;

    /** @param own charts of the experiment, which come before the charts of single figures */
    private OutcomePage(Outcome outcome, List<Chart> own) {
        this.outcome = outcome;
        this.own = own;
    }

    static String of(Outcome outcome, List<Chart> own) {
        return new OutcomePage(outcome, own).html();
    }

    private String html() {
        var page = new HtmlPage(outcome.setting().title());
        OutcomeTables.remarks(outcome).forEach(page::paragraph);
        table(page, "Bars", OutcomeTables.bars(outcome));
        page.heading("Charts");
        own.forEach(page::chart);
        page.chart(bars("Requests per second", "more is better", Metric.RATE))
                .chart(cpu())
                .chart(bars("Latency, 99th percentile", "microseconds, less is better", Metric.P99))
                .chart(bars("Memory after a run", "MiB, less is better", Metric.MEMORY));
        published(page);
        table(page, "Comparisons", OutcomeTables.contrasts(outcome));
        outcome.particulars().sections().forEach(section -> table(page, section.title(), section.table()));
        table(page, "Errors", OutcomeTables.errors(outcome));
        table(page, "Figures", OutcomeTables.allFigures(outcome));
        page.heading("Warm-up")
                .chart(traces())
                .paragraph(
                        "The first start of each arm, and every other start that did not become stable. Driven in windows of "
                                + outcome.setting().pace().window().toMillis() + " ms until it was stable.");
        page.table(OutcomeTables.warmUps(outcome));
        page.heading("Method").paragraph(method()).facts(circumstances());
        return page.data("result", OutcomeJson.of(outcome)).html();
    }

    private static void table(HtmlPage page, String heading, Table table) {
        if (!table.rows().isEmpty()) page.heading(heading).table(table);
    }

    private void published(HtmlPage page) {
        var published = new PublishedTable(outcome);
        table(page, "Comparison with published figures", published.table());
        published.sources().forEach(source -> page.paragraph("Published: " + source));
    }

    private BarChart cpu() {
        var chart =
                new BarChart(titled("Server CPU per request"), "microseconds, less is better; light: in the kernel");
        for (ArmFigures arm : outcome.arms()) chart.add(bar(arm, Metric.CPU, arm.median(Metric.USER)));
        return chart;
    }

    private BarChart bars(String title, String unit, Metric metric) {
        var chart = new BarChart(titled(title), unit);
        for (ArmFigures arm : outcome.arms()) chart.add(bar(arm, metric, arm.median(metric)));
        return chart;
    }

    private String titled(String plain) {
        return outcome.setting().chartTitle(plain);
    }

    private static BarChart.Bar bar(ArmFigures arm, Metric metric, double firstPart) {
        Spread spread = arm.spreadOf(metric);
        boolean isVesper = arm.arm().subject().name().startsWith("vesper");
        String sign = arm.isBoundOnly(metric) ? metric.boundSign() : "";
        return new BarChart.Bar(arm.arm().name(), spread.median(), firstPart, spread.low(), spread.high(), isVesper)
                .marked(sign);
    }

    /** Returns the traces of the first start of each arm, and of every other start that did not become stable. */
    private Chart traces() {
        var chart = new Traces(
                titled("Warm-up, window by window"),
                "each figure as a share of its final value, which is the horizontal line");
        for (WarmUpResult warmUp : outcome.records().warmUps()) {
            if (warmUp.start() > 1 && warmUp.isStable()) continue;
            String name = warmUp.start() > 1 ? warmUp.arm() + ", start " + warmUp.start() : warmUp.arm();
            chart.add(new Traces.Panel(
                    name,
                    warmUp.verdict(),
                    !warmUp.isStable(),
                    List.of(
                            trace("requests per second", warmUp, Window::rate, true),
                            trace("CPU per request", warmUp, Window::cost, true),
                            trace("compiling, in threads", warmUp, Window::compiling, false))));
        }
        return chart;
    }

    private static Traces.Line trace(
            String name, WarmUpResult warmUp, ToDoubleFunction<Window> figure, boolean isRelative) {
        return new Traces.Line(
                name, warmUp.windows().stream().map(figure::applyAsDouble).toList(), isRelative);
    }

    private String method() {
        var pace = outcome.setting().pace();
        return String.format(
                Locale.ROOT,
                """
                Every server ran in its own process, and all were up while one was driven. Before the recorded runs, each arm \
                was driven until it was stable: the mean of its last four windows differed from that of the four before by at \
                most %.0f %%, in requests per second and in CPU time per request, the eight windows scattered by at most \
                %.0f %%, and compiler and collector were quiet, twice in a row. The recorded runs were interleaved, in a new \
                random order in each round (seed %d). After each run, the bench waited until a server that reports its \
                backlog had finished it. CPU time is the user and system time that the kernel charged to all threads of the \
                server's process; it excludes the load generator. Whiskers show the smallest and the largest run.""",
                100 * pace.rule().tolerance(),
                100 * pace.rule().scatter(),
                outcome.setting().seed());
    }

    private Map<String, String> circumstances() {
        ExperimentSetting setting = outcome.setting();
        Map<String, String> facts = new LinkedHashMap<>(setting.machine());
        facts.put("engine", setting.engine());
        facts.put("one run", setting.pace().run().toMillis() / 1000.0 + " s");
        for (ArmFigures arm : outcome.arms()) {
            // The key has a suffix, since a program of the same name may be among the installed tools.
            facts.put(
                    arm.arm().subject().label() + ", started", started(arm.arm().subject()));
        }
        return facts;
    }

    /** Returns the command in the syntax of a shell, and the requests that switch features before the load. */
    private static String started(ServerSpec subject) {
        var text = new StringBuilder();
        new TreeMap<>(subject.environment())
                .forEach((name, value) ->
                        text.append(name).append("='").append(value).append("' "));
        text.append(String.join(" ", subject.command()));
        for (ServerSpec.SetupRequest one : subject.setupRequests()) {
            text.append("; ")
                    .append(one.method())
                    .append(' ')
                    .append(one.path())
                    .append(' ')
                    .append(one.body());
        }
        return text.toString();
    }
}
