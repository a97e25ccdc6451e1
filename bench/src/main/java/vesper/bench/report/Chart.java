package vesper.bench.report;

/** A figure of a page. */
public sealed interface Chart permits BarChart, LineChart, Traces {
    /** With its caption. */
    String svg();
}
