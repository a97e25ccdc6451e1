package vesper.bench.documents;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import vesper.bench.report.BarChart;
import vesper.bench.report.HtmlPage;
import vesper.bench.statistics.Spread;

/** Writes the result as {@code report.html}. */
final class DocumentsPage {
    private final DocumentsResult result;
    private final DocumentsSetting setting;

    private DocumentsPage(DocumentsResult result) {
        this.result = result;
        this.setting = result.setting();
    }

    static String of(DocumentsResult result) {
        return new DocumentsPage(result).html();
    }

    private String html() {
        var page = new HtmlPage(result.title());
        result.remarks().forEach(page::paragraph);
        var tables = new DocumentsTables(result);
        DocumentsTables.Titled bars = tables.bars();
        page.heading(bars.title()).table(bars.table());
        page.heading("Chart").chart(chart());
        tables.figures().forEach(each -> page.heading(each.title()).table(each.table()));
        DocumentsTables.Titled warmed = tables.warmed();
        page.heading(warmed.title()).table(warmed.table());
        page.heading("How it was measured").paragraph(method()).facts(circumstances());
        return page.data("result", DocumentsJson.of(result)).html();
    }

    private BarChart chart() {
        var chart = new BarChart("Requests per CPU second, as a multiple of Xenon's", "more is better");
        for (CaseComparison one : result.comparisons()) {
            Spread ratio = one.cpuToXenon();
            if (!ratio.isMeasured()) continue;
            String name = one.measuredCase().label() + (one.contestant() == Contestant.VESPER ? "" : ", interval");
            chart.add(new BarChart.Bar(name, ratio.median(), ratio.median(), ratio.low(), ratio.high(), true));
        }
        return chart;
    }

    private String method() {
        return setting.nodes().isPresent() ? onNodes(setting.nodes().getAsInt()) : onOneNode();
    }

    private String onOneNode() {
        return String.format(Locale.ROOT, """
                Both are driven by the same program, in a JVM of its own for each stage, with the same flags: the serial \
                collector, -Xms and -Xmx as named, compact object headers where heap per idle document is measured. A \
                state is 524 bytes as JSON; Xenon's own fields come on top of that. There are 16 documents. As many \
                threads send as there are processors. With N in flight, the answer to a request sends the next one; a \
                flood sends all of a wave before it waits for any answer. %s After every run of PUTs the versions of all \
                documents together had to have grown by as many as were acknowledged. CPU time is that of all processes \
                of a contestant. Over HTTP each is asked by its own client. Heap is what is in use after full \
                collections; of documents in memory, what keys and states take by themselves is subtracted; durable ones \
                are given the time to be let go of. Opening counts from the call that opens the store to the state of \
                one of its documents.""", pace());
    }

    private String onNodes(int nodes) {
        return String.format(Locale.ROOT, """
                Each contestant is %d nodes, every one a JVM of its own with the same flags: the serial collector, -Xms512m \
                -Xmx512m. Vesper's have as many servers of NATS (sync_interval always, each log on all of them); Xenon's \
                hosts are one group whose quorum is a majority, and their services have the options REPLICATION and \
                OWNER_SELECTION and keep states in memory. The first node is driven, in its own process. A state is 524 \
                bytes as JSON. There are 1000 documents, since either has one write to a document under way at a time. As \
                many threads send as there are processors; the answer to a request sends the next one. %s After every run \
                of PUTs the versions of all documents together had to have grown by as many as were acknowledged, and to \
                become the same on every node. CPU time is that of all nodes and servers, until they are. The single node \
                is a Vesper that is in no cluster and keeps the same documents durable.""", nodes, pace());
    }

    private String pace() {
        return String.format(
                Locale.ROOT,
                """
                Every case was driven in windows of an eighth of a run until the means of the last four and of the four \
                before were within %.0f %%, in requests per second and per CPU second, at most %d of them; the recorded \
                runs were interleaved, in each round in an order drawn anew (seed %d). There were %d starts of all processes, \
                each warmed anew, with %d rounds. Intervals are those of Student's t over the logarithms of the ratios within \
                rounds, %s.""",
                100 * setting.scale().warmUp().tolerance(),
                setting.scale().warmUp().mostWindows(),
                setting.seed(),
                setting.scale().starts(),
                setting.scale().rounds(),
                setting.scale().hasSeveralStarts() ? "averaged within each start" : "of one start");
    }

    private Map<String, String> circumstances() {
        DocumentsScale scale = setting.scale();
        Map<String, String> facts = new LinkedHashMap<>(setting.machine());
        if (setting.nodes().isPresent()) {
            facts.put("nodes", number(setting.nodes().getAsInt()));
            facts.put("one run", seconds(scale.nodesRun()));
        } else {
            facts.put("a run in memory, and of durable GETs", seconds(scale.run()));
            facts.put("requests of a run of durable PUTs", number(scale.durableCount()));
            facts.put("durable, one in flight", number(scale.singleCount()));
            facts.put("over HTTP", number(scale.httpCount()));
            facts.put("idle documents", number(scale.idleCount()));
        }
        facts.put("started", setting.startedAt().toString());
        return facts;
    }

    private static String seconds(Duration time) {
        return time.toMillis() / 1000.0 + " s";
    }

    private static String number(int count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
