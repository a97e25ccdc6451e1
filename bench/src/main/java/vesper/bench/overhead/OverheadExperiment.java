package vesper.bench.overhead;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import vesper.bench.ExitCode;
import vesper.bench.MachineFacts;
import vesper.bench.Progress;
import vesper.bench.ScratchFolder;
import vesper.bench.StopSignal;
import vesper.bench.load.AbEngine;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;

/**
 * {@code bench overhead}: what Monitor and Tracker cost. Writes {@code report.html}, {@code result.json} and
 * {@code runs.csv}, and says whether the bars are met.
 *
 * <p>Everything listens on loopback; every process that is started is ended and what servers kept is deleted, also on
 * SIGINT and SIGTERM, where what was measured until then is still written.
 */
public final class OverheadExperiment {
    private final OverheadOptions options;
    private final String searchPath;
    private final PrintStream out;
    private final PrintStream err;

    private OverheadExperiment(OverheadOptions options, String searchPath, PrintStream out, PrintStream err) {
        this.options = options;
        this.searchPath = searchPath;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs the experiment on the calling thread.
     *
     * @param out takes the result, tables or JSON
     * @param err takes the progress
     * @return an {@link ExitCode}
     */
    public static int run(OverheadOptions options, PrintStream out, PrintStream err) {
        return run(options, Objects.requireNonNullElse(System.getenv("PATH"), ""), out, err);
    }

    /** @param searchPath as the variable PATH, for ab */
    static int run(OverheadOptions options, String searchPath, PrintStream out, PrintStream err) {
        try {
            return new OverheadExperiment(options, searchPath, out, err).run();
        } catch (IOException failure) {
            err.println("bench overhead: " + failure.getMessage());
            return ExitCode.FAILED;
        }
    }

    private int run() throws IOException {
        LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
        Path folder = Files.createDirectories(options.outOr(now));
        Path logs = Files.createDirectories(folder.resolve("logs"));
        // Armed around everything else, so that a signal finds nothing left behind. Records may take gigabytes, and the
        // system's folder for temporary files may be in memory.
        try (var _ = StopSignal.arm();
                var scratch = ScratchFolder.in(folder)) {
            OverheadResult result = measure(now, logs, scratch.path());
            write(result, folder);
            return result.exitCode();
        }
    }

    private OverheadResult measure(LocalDateTime now, Path logs, Path scratch) {
        var progress = new Progress(err);
        LoadEngine own = new LoadGenerator();
        Optional<LoadEngine> ab = AbEngine.find(searchPath, scratch).map(engine -> engine);
        List<String> engines = new ArrayList<>(List.of(own.description()));
        ab.ifPresent(engine -> engines.add(engine.description()));
        progress.say("load by " + String.join(" and ", engines));
        long seed = System.nanoTime();
        Map<String, String> machine = MachineFacts.gather(options.root());
        var findings = new OverheadFindings();
        new OverheadTrial(options, own, ab, progress, scratch).run(logs, new Random(seed), findings);
        MachineFacts.end(machine);
        var setting = new OverheadSetting(now, options.quick(), engines, options.scale(), seed, machine);
        return OverheadResult.conclude(setting, findings, options.gates());
    }

    private void write(OverheadResult result, Path folder) throws IOException {
        String json = OverheadJson.of(result);
        Files.writeString(folder.resolve("result.json"), json);
        Files.writeString(
                folder.resolve("runs.csv"), OverheadCsv.of(result.findings().runs()));
        Files.writeString(folder.resolve("report.html"), OverheadPage.of(result));
        out.print(options.json() ? json : OverheadTables.text(result));
        out.flush();
        err.println("report: " + folder.resolve("report.html"));
    }
}
