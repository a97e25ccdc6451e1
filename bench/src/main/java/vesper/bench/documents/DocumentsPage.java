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
        DocumentsTables.Titled warmUps = tables.warmUps();
        page.heading(warmUps.title()).table(warmUps.table());
        page.heading("Method").paragraph(method()).facts(circumstances());
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
                The same program drives both, in a separate JVM for each stage and with the same flags: the serial \
                collector, -Xms and -Xmx as named, and compact object headers where the heap per idle document is \
                measured. A state has 524 bytes as JSON, and Xenon adds fields of its own. There are 16 documents. The \
                number of sending threads is the number of processors. With N in flight, the response to a request \
                triggers the next one; a flood sends a whole wave before it waits for a response. %s After every run of \
                PUTs, the versions of all documents together must have grown by the number of acknowledged PUTs. CPU time \
                is that of all processes of a contestant. Over HTTP, each is driven by its own client. Heap is what is in \
                use after full collections. For documents in memory, the heap of keys and states alone is subtracted. For \
                durable documents, the bench first waits until the store has released them. Opening counts from the call \
                that opens the store until the state of one document is read.""", pace());
    }

    private String onNodes(int nodes) {
        return String.format(Locale.ROOT, """
                Each contestant has %d nodes, each a separate JVM with the same flags: the serial collector, -Xms512m \
                -Xmx512m. Vesper has the same number of NATS servers (sync_interval always, each log on all of them). \
                Xenon's hosts form one group whose quorum is a majority; their services have the options REPLICATION and \
                OWNER_SELECTION and keep states in memory. The first node is driven, in its own process. A state has 524 \
                bytes as JSON. There are 1000 documents, since both allow one write to a document at a time. The number \
                of sending threads is the number of processors, and the response to a request triggers the next one. %s \
                After every run of PUTs, the versions of all documents together must have grown by the number of \
                acknowledged PUTs, and must become the same on every node. CPU time is that of all nodes and servers \
                until then. The single node is a Vesper outside a cluster that keeps the same documents \
                durably.""", nodes, pace());
    }

    private String pace() {
        return String.format(
                Locale.ROOT,
                """
                Every case was driven in windows of an eighth of a run until the mean of the last four windows differed from \
                that of the four before by at most %.0f %%, in requests per second and per CPU second; at most %d windows. \
                The recorded runs were interleaved, in a new random order in each round (seed %d). All processes were \
                started %d times; each start had its own warm-up and %d rounds. Intervals are those of Student's t over the \
                logarithms of the ratios within rounds, %s.""",
                100 * setting.scale().warmUp().tolerance(),
                setting.scale().warmUp().maxWindows(),
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
