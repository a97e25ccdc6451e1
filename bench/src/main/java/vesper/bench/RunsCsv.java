package vesper.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Every recorded run as a line of {@code runs.csv}, in the order in which they were made. */
final class RunsCsv {
    private static final String COLUMNS =
            "round,arm,pipelining,requests,seconds,requests_per_second,p50_micros,p99_micros,"
                    + "max_micros,errors,user_cpu_micros,system_cpu_micros,cpu_micros_per_request,rss_bytes";

    private RunsCsv() {}

    static String of(List<RecordedRun> runs) {
        return runs.stream().map(RunsCsv::line).collect(Collectors.joining("\n", COLUMNS + "\n", "\n"));
    }

    /** Names of arms hold neither commas nor quotes, so nothing needs quoting. */
    private static String line(RecordedRun run) {
        return String.format(
                Locale.ROOT,
                "%d,%s,%d,%d,%.3f,%.1f,%.0f,%.0f,%.0f,%d,%d,%d,%.3f,%d",
                run.round(),
                run.arm(),
                run.pipelining(),
                run.load().requests(),
                run.load().seconds(),
                run.load().requestsPerSecond(),
                run.load().latency().p50(),
                run.load().latency().p99(),
                run.load().latency().max(),
                run.load().errorCount(),
                run.cpu().userMicros(),
                run.cpu().systemMicros(),
                run.cpuMicrosPerRequest(),
                run.memory().bytes());
    }
}
