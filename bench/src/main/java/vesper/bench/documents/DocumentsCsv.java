package vesper.bench.documents;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes {@code runs.csv}: a line for each recorded run, in the order of the runs. */
final class DocumentsCsv {
    private static final String COLUMNS =
            "start,round,case,contestant,count,seconds,cpu_seconds,value,unit,per_cpu_second,failures,missing,differing";

    private DocumentsCsv() {}

    static String of(List<DocumentsRun> runs) {
        return runs.stream().map(DocumentsCsv::line).collect(Collectors.joining("\n", COLUMNS + "\n", "\n"));
    }

    private static String line(DocumentsRun run) {
        return String.format(
                Locale.ROOT,
                "%d,%d,%s,%s,%d,%.6f,%.6f,%.3f,%s,%s,%d,%d,%d",
                run.start(),
                run.round(),
                run.measuredCase().name(),
                run.contestant().slug(),
                run.count(),
                run.seconds(),
                run.cpuSeconds(),
                run.value(),
                run.measuredCase().measure().unit(),
                Double.isNaN(run.perCpuSecond()) ? "" : String.format(Locale.ROOT, "%.1f", run.perCpuSecond()),
                run.failures(),
                run.missing(),
                run.differing());
    }
}
