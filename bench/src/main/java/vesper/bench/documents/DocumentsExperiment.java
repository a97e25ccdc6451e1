package vesper.bench.documents;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import vesper.bench.ExitCode;
import vesper.bench.FailureMessages;
import vesper.bench.MachineFacts;
import vesper.bench.Progress;
import vesper.bench.Redactor;
import vesper.bench.ScratchFolder;
import vesper.bench.StopSignal;
import vesper.bench.results.JUnitXml;

/**
 * The command {@code bench documents}: compares Vesper's documents with Xenon's stateful services. It writes {@code
 * report.html}, {@code result.json}, {@code runs.csv}, {@code summary.md} and {@code junit.xml}, and reports whether
 * the bars are met.
 *
 * <p>All servers listen on loopback. All processes that were started are ended and the data of contestants is deleted,
 * also on SIGINT and SIGTERM, in which case the results so far are still written.
 */
public final class DocumentsExperiment {
    private final DocumentsOptions options;
    private final Drivers drivers;
    private final Path folder;
    private final PrintStream out;
    private final PrintStream err;
    private final Progress progress;

    private DocumentsExperiment(
            DocumentsOptions options,
            Drivers drivers,
            Path folder,
            PrintStream out,
            PrintStream err,
            Progress progress) {
        this.options = options;
        this.drivers = drivers;
        this.folder = folder;
        this.out = out;
        this.err = err;
        this.progress = progress;
    }

    /**
     * Runs the experiment on the calling thread.
     *
     * @param out receives the result, tables or JSON
     * @param err receives the progress
     * @return an {@link ExitCode}
     */
    public static int run(DocumentsOptions options, PrintStream out, PrintStream err) {
        return run(options, (progress, logs) -> new PeerDrivers(options.root(), progress, logs), out, err);
    }

    /** A factory of drivers, which report the progress of their builds. */
    interface DriverChoice {
        Drivers with(Progress progress, Path logs);
    }

    static int run(DocumentsOptions options, DriverChoice choice, PrintStream out, PrintStream err) {
        try {
            LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
            Path folder = Files.createDirectories(options.outOr(now).toAbsolutePath());
            Path logs = Files.createDirectories(folder.resolve("logs"));
            var progress = new Progress(err);
            return new DocumentsExperiment(options, choice.with(progress, logs), folder, out, err, progress)
                    .run(now, logs);
        } catch (IOException failure) {
            err.println("bench documents: " + FailureMessages.messageOf(failure));
            return ExitCode.FAILED;
        }
    }

    private int run(LocalDateTime now, Path logs) throws IOException {
        // The signal handler is armed first and closed last, so that everything else is cleaned up after a signal.
        // Documents must be on a disk, and the system's folder for temporary files may be in memory.
        try (var _ = StopSignal.arm();
                var scratch = ScratchFolder.in(folder)) {
            DocumentsResult result = measure(now, logs, scratch.path());
            write(result);
            return result.exitCode();
        }
    }

    private DocumentsResult measure(LocalDateTime now, Path logs, Path scratch) {
        long seed = System.nanoTime();
        List<Stage> stages = options.stages();
        Map<String, String> machine = MachineFacts.gather(options.root());
        var findings = new DocumentsFindings();
        var report = new StageReport(options.scale(), progress, scratch, logs, findings, Redactor.of(options.root()));
        new StageRunner(options.scale(), drivers, new Random(seed), report).run(stages);
        MachineFacts.end(machine);
        var setting = new DocumentsSetting(now, options.quick(), options.nodes(), options.scale(), seed, machine);
        return DocumentsResult.conclude(setting, stages, findings, options.gates());
    }

    private void write(DocumentsResult result) throws IOException {
        String json = DocumentsJson.of(result);
        Files.writeString(folder.resolve("result.json"), json);
        Files.writeString(
                folder.resolve("runs.csv"), DocumentsCsv.of(result.findings().runs()));
        Files.writeString(folder.resolve("report.html"), DocumentsPage.of(result));
        Files.writeString(folder.resolve("summary.md"), DocumentsTables.markdown(result));
        Files.writeString(
                folder.resolve("junit.xml"),
                JUnitXml.of("documents", result.setting().startedAt(), result.verdicts(), result.failure()));
        out.print(options.json() ? json : DocumentsTables.text(result));
        out.flush();
        err.println("report: " + folder.resolve("report.html"));
    }
}
