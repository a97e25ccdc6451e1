package vesper.bench.report;

/** A chart of a page. */
public sealed interface Chart permits BarChart, LineChart, Traces {
    /** Returns the chart with its caption. */
    String svg();
}
