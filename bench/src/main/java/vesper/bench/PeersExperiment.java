package vesper.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import vesper.bench.load.LoadEngine;

/**
 * {@code bench peers}: Vesper's hello beside a minimal C server and the JVM servers that people use. Writes
 * {@code report.html}, {@code result.json} and {@code runs.csv}, and says whether the bars are met.
 *
 * <p>Everything listens on loopback; every process that is started is ended, also on SIGINT and SIGTERM, where what was
 * measured until then is still written.
 */
public final class PeersExperiment {
    /** The systems that {@link PeersOptions#only} may name. */
    public static final List<String> ARMS = PeerArms.names();

    private final PeersOptions options;
    private final PrintStream out;
    private final PrintStream err;
    private final Progress progress;

    private PeersExperiment(PeersOptions options, PrintStream out, PrintStream err) {
        this.options = options;
        this.out = out;
        this.err = err;
        this.progress = new Progress(err);
    }

    /**
     * Runs the experiment on the calling thread.
     *
     * @param out takes the result, table or JSON
     * @param err takes the progress
     * @return an {@link ExitCode}
     */
    public static int run(PeersOptions options, PrintStream out, PrintStream err) {
        try {
            return new PeersExperiment(options, out, err).run();
        } catch (IOException failure) {
            err.println("bench peers: " + failure.getMessage());
            return ExitCode.FAILED;
        }
    }

    private int run() throws IOException {
        // Armed around everything else, so that a signal finds nothing left behind.
        try (var _ = StopSignal.arm();
                var scratch = ScratchFolder.make()) {
            return run(scratch.path());
        }
    }

    private int run(Path scratch) throws IOException {
        LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
        Path folder = Files.createDirectories(options.outOr(now));
        Path logs = Files.createDirectories(folder.resolve("logs"));
        PeersResult result = measure(now, logs, scratch);
        write(result, folder);
        return result.exitCode();
    }

    private PeersResult measure(LocalDateTime now, Path logs, Path scratch) throws IOException {
        String searchPath = Objects.requireNonNullElse(System.getenv("PATH"), "");
        LoadEngine engine = options.engine().engine(searchPath, scratch);
        progress.say("load by " + engine.description());
        var workload = Workload.hello(options.connections());
        long seed = System.nanoTime();
        Map<String, String> machine = MachineFacts.gather();
        var findings = new Findings();
        try {
            var comparison = new Comparison(scale(), workload, engine, progress, logs);
            comparison.run(arms(searchPath, logs, scratch, findings), new Random(seed), findings);
        } catch (InterruptedException _) {
            findings.breakOff("interrupted");
        }
        machine.put("load after", MachineFacts.loadAverage());
        var setting = new Setting(
                now, options.quick(), engine.description(), scale(), workload, options.ioThreads(), seed, machine);
        return PeersResult.conclude(setting, findings);
    }

    private List<Arm> arms(String searchPath, Path logs, Path scratch, Findings findings)
            throws IOException, InterruptedException {
        Path javaHome = Path.of(System.getProperty("java.home"));
        var build = new PeersBuild(options.root().toAbsolutePath(), javaHome, searchPath, progress, logs);
        Path data = Files.createDirectories(scratch.resolve("data"));
        List<Arm> arms = new PeerArms(options, build, javaHome.resolve("bin/java"), data).prepare(findings);
        findings.leftOut().forEach(arm -> progress.say(arm.name() + " is left out: " + arm.why()));
        return arms;
    }

    private Scale scale() {
        Scale scale = options.quick() ? Scale.QUICK : Scale.FULL;
        return options.secondsPerRun().isPresent()
                ? scale.withRun(Duration.ofSeconds(options.secondsPerRun().getAsInt()))
                : scale;
    }

    private void write(PeersResult result, Path folder) throws IOException {
        String json = PeersJson.of(result);
        Files.writeString(folder.resolve("result.json"), json);
        Files.writeString(
                folder.resolve("runs.csv"), RunsCsv.of(result.findings().runs()));
        Files.writeString(folder.resolve("report.html"), PeersPage.of(result));
        out.print(options.json() ? json : PeersTable.of(result));
        out.flush();
        err.println("report: " + folder.resolve("report.html"));
    }
}
