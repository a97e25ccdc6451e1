package vesper.bench.overhead;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import vesper.bench.report.BarChart;
import vesper.bench.report.HtmlPage;

/** The result as {@code report.html}. */
final class OverheadPage {
    private final OverheadResult result;

    private OverheadPage(OverheadResult result) {
        this.result = result;
    }

    static String of(OverheadResult result) {
        return new OverheadPage(result).html();
    }

    private String html() {
        var page = new HtmlPage("What Monitor and Tracker cost");
        result.remarks().forEach(page::paragraph);
        var tables = new OverheadTables(result);
        OverheadTables.Table bars = tables.bars();
        page.heading(bars.title()).table(bars.headings(), bars.rows());
        page.heading("Charts").chart(cpuChart()).chart(rateChart());
        tables.figures().forEach(table -> page.heading(table.title()).table(table.headings(), table.rows()));
        page.heading("How it was measured").paragraph(method()).facts(circumstances());
        return page.html();
    }

    private BarChart cpuChart() {
        var chart = new BarChart(
                "Server CPU per request until drained",
                "microseconds, less is better; light: after the load had ended");
        for (CaseSummary summary : CaseSummary.of(Phase.OWN, result.findings())) {
            chart.add(new BarChart.Bar(
                    summary.recording().label(),
                    summary.drained().median(),
                    Math.min(summary.loaded().median(), summary.drained().median()),
                    summary.drained().low(),
                    summary.drained().high(),
                    summary.recording() == RecordingCase.BOTH_ON));
        }
        return chart;
    }

    private BarChart rateChart() {
        var chart = new BarChart("Requests per second while the load runs", "more is better");
        for (CaseSummary summary : CaseSummary.of(Phase.OWN, result.findings())) {
            chart.add(new BarChart.Bar(
                    summary.recording().label(),
                    summary.rate().median(),
                    summary.rate().median(),
                    summary.rate().low(),
                    summary.rate().high(),
                    summary.recording() == RecordingCase.BOTH_ON));
        }
        return chart;
    }

    private String method() {
        OverheadScale scale = result.setting().scale();
        return String.format(
                Locale.ROOT,
                """
                Four servers, each fresh, with -Xms%2$s -Xmx%2$s, a data folder of its own and a rule that keeps headers, \
                query and bodies of /api/**; what is off is switched off and its rule stays. All were up while one was \
                driven. Each was first driven until its requests per second and its CPU time per request no longer \
                changed: the means of the last four windows and of the four before within %1$.0f %%. The runs were \
                interleaved, in each round in an order drawn anew (seed %3$d). After each run the server was waited for \
                until it was idle, which is when everything recorded has been sealed; CPU time until then counts. Then \
                search had to find as many records as there were answers. CPU time is what the kernel charged to the \
                server's process. What others gain is what their makers published, by ab -k -n 20000 -c 150 against a \
                hello service, after queues had drained.""",
                scale.tolerance() * 100,
                scale.heap(),
                result.setting().seed());
    }

    private Map<String, String> circumstances() {
        OverheadSetting setting = result.setting();
        Map<String, String> facts = new LinkedHashMap<>(setting.machine());
        facts.put("engines", String.join("; ", setting.engines()));
        facts.put("connections", Integer.toString(setting.scale().connections()));
        facts.put("one run", setting.scale().run().toMillis() / 1000.0 + " s");
        facts.put("sustained run", setting.scale().sustained().toMillis() / 1000.0 + " s");
        facts.put("started", setting.startedAt().toString());
        return facts;
    }
}
