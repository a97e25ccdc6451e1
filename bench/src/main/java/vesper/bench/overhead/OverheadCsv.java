package vesper.bench.overhead;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Every recorded run as a line of {@code runs.csv}, in the order in which they were made. */
final class OverheadCsv {
    private static final String COLUMNS = "phase,round,case,requests,seconds,requests_per_second,p50_micros,p99_micros,"
            + "max_micros,errors,cpu_micros_loaded,cpu_micros_drained,cpu_micros_per_request_loaded,"
            + "cpu_micros_per_request_drained,pending,lag_millis,drain_millis,monitored,tracked,missing,rss_bytes";

    private OverheadCsv() {}

    static String of(List<OverheadRun> runs) {
        return runs.stream().map(OverheadCsv::line).collect(Collectors.joining("\n", COLUMNS + "\n", "\n"));
    }

    private static String line(OverheadRun run) {
        return String.format(
                Locale.ROOT,
                "%s,%d,%s,%d,%.3f,%.1f,%.0f,%.0f,%.0f,%d,%d,%d,%.3f,%.3f,%d,%d,%d,%d,%d,%d,%d",
                run.phase().label(),
                run.round(),
                run.recording().slug(),
                run.load().requests(),
                run.load().seconds(),
                run.requestsPerSecond(),
                run.load().latency().p50(),
                run.load().latency().p99(),
                run.load().latency().max(),
                run.load().errorCount(),
                run.loaded().totalMicros(),
                run.drained().totalMicros(),
                run.loadedMicrosPerRequest(),
                run.drainedMicrosPerRequest(),
                run.backlog().pending(),
                run.backlog().lagMillis(),
                run.drainTook().toMillis(),
                run.census().monitored(),
                run.census().tracked(),
                run.census().missing(),
                run.memory().bytes());
    }
}
