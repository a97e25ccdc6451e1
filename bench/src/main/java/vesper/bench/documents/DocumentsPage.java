package vesper.bench.documents;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import vesper.bench.report.BarChart;
import vesper.bench.report.HtmlPage;
import vesper.bench.statistics.Spread;

/** The result as {@code report.html}. */
final class DocumentsPage {
    private final DocumentsResult result;

    private DocumentsPage(DocumentsResult result) {
        this.result = result;
    }

    static String of(DocumentsResult result) {
        return new DocumentsPage(result).html();
    }

    private String html() {
        var page = new HtmlPage("Documents, beside Xenon");
        result.remarks().forEach(page::paragraph);
        var tables = new DocumentsTables(result);
        DocumentsTables.Table bars = tables.bars();
        page.heading(bars.title()).table(bars.headings(), bars.rows());
        page.heading("Chart").chart(chart());
        tables.figures().forEach(table -> page.heading(table.title()).table(table.headings(), table.rows()));
        page.heading("How it was measured").paragraph(method()).facts(circumstances());
        return page.html();
    }

    private BarChart chart() {
        var chart = new BarChart("Requests per CPU second, as a multiple of Xenon's", "more is better");
        for (CaseComparison one : result.comparisons()) {
            Spread ratio = one.cpuToXenon();
            if (!ratio.isMeasured()) continue;
            String name = one.of().label() + (one.contestant() == Contestant.VESPER ? "" : ", interval");
            chart.add(new BarChart.Bar(name, ratio.median(), ratio.median(), ratio.low(), ratio.high(), true));
        }
        return chart;
    }

    private String method() {
        return String.format(Locale.ROOT, """
                Both are driven by the same program, in a JVM of its own for each stage, with the same flags: the serial \
                collector, -Xms and -Xmx as named, compact object headers where heap per idle document is measured. A \
                state is 524 bytes as JSON; Xenon's own fields come on top of that. There are 16 documents. As many \
                threads send as there are processors. With N in flight, the answer to a request sends the next one; a \
                flood sends all of a wave before it waits for any answer. Every case was warmed by a run of the same \
                count; the recorded runs were interleaved, in each round in an order drawn anew (seed %d). After every \
                run of PUTs the versions of all documents together had to have grown by as many as were acknowledged. \
                CPU time is that of all processes of a contestant. Over HTTP each is asked by its own client. Heap is \
                what is in use after full collections; of documents in memory, what keys and states take by themselves \
                is subtracted; durable ones are given the time to be let go of. Opening counts from the call that opens \
                the store to the state of one of its documents.""", result.setting().seed());
    }

    private Map<String, String> circumstances() {
        DocumentsSetting setting = result.setting();
        Map<String, String> facts = new LinkedHashMap<>(setting.machine());
        facts.put("requests of a run in memory", number(setting.scale().memoryCount()));
        facts.put("durable", number(setting.scale().durableCount()));
        facts.put("durable, one in flight", number(setting.scale().singleCount()));
        facts.put("over HTTP", number(setting.scale().httpCount()));
        facts.put("idle documents", number(setting.scale().idleCount()));
        facts.put("started", setting.startedAt().toString());
        return facts;
    }

    private static String number(int count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
