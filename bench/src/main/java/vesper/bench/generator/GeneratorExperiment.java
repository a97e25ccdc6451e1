package vesper.bench.generator;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import vesper.bench.ExitCode;
import vesper.bench.FailureMessages;
import vesper.bench.FaultLog;
import vesper.bench.MachineFacts;
import vesper.bench.PeersBuild;
import vesper.bench.Progress;
import vesper.bench.Redactor;
import vesper.bench.ScratchFolder;
import vesper.bench.StopSignal;
import vesper.bench.instrument.Unavailable;
import vesper.bench.process.ServerProcess;

/**
 * The command {@code bench generator}: compares our own load generator with wrk and ab. It writes {@code report.html},
 * {@code result.json} and {@code runs.csv}, and reports whether the bars are met. All servers listen on loopback. All
 * processes that were started are ended, also on SIGINT and SIGTERM, in which case the results so far are still
 * written.
 */
public final class GeneratorExperiment {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final GeneratorOptions options;
    private final String searchPath;
    private final List<Driver> drivers;
    private final Progress progress;
    private final Path logs;
    private final GeneratorFindings findings;

    private GeneratorExperiment(
            GeneratorOptions options,
            String searchPath,
            List<Driver> drivers,
            Progress progress,
            Path logs,
            GeneratorFindings findings) {
        this.options = options;
        this.searchPath = searchPath;
        this.drivers = drivers;
        this.progress = progress;
        this.logs = logs;
        this.findings = findings;
    }

    /**
     * Runs the experiment on the calling thread.
     *
     * @param out receives the result, tables or JSON
     * @param err receives the progress
     * @return an {@link ExitCode}
     */
    public static int run(GeneratorOptions options, PrintStream out, PrintStream err) {
        return run(options, Objects.requireNonNullElse(System.getenv("PATH"), ""), out, err);
    }

    /** @param searchPath value of the variable PATH, to find tools and the compiler */
    static int run(GeneratorOptions options, String searchPath, PrintStream out, PrintStream err) {
        // Armed first and closed last, so that everything else is cleaned up after a signal.
        try (var _ = StopSignal.arm();
                var scratch = ScratchFolder.create()) {
            LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
            Path folder = Files.createDirectories(options.outOr(now));
            Path logs = Files.createDirectories(folder.resolve("logs"));
            var findings = new GeneratorFindings();
            List<Unavailable> missing = new ArrayList<>();
            List<Driver> drivers = Driver.all(searchPath, scratch.path(), missing);
            findings.addUnavailable(missing);
            var progress = new Progress(err);
            var experiment = new GeneratorExperiment(options, searchPath, drivers, progress, logs, findings);
            GeneratorResult result = experiment.make(now);
            GeneratorFiles.write(result, folder);
            out.print(options.json() ? GeneratorFiles.json(result) : GeneratorTables.text(result));
            out.flush();
            err.println("report: " + folder.resolve("report.html"));
            return result.exitCode();
        } catch (IOException failure) {
            err.println("bench generator: " + FailureMessages.messageOf(failure));
            return ExitCode.FAILED;
        }
    }

    private GeneratorResult make(LocalDateTime now) {
        long seed = System.nanoTime();
        Map<String, String> machine = MachineFacts.gather(options.root());
        Map<Target, ServerProcess> running = new EnumMap<>(Target.class);
        try {
            for (Target target : Target.values()) start(target, running);
            Map<Target, URI> addresses = new EnumMap<>(Target.class);
            running.forEach((target, server) -> addresses.put(target, server.url()));
            new GeneratorRounds(drivers, addresses, new Random(seed), progress)
                    .record(options.rounds(), Duration.ofSeconds(options.secondsPerRun()), findings);
        } catch (InterruptedException _) {
            findings.abort("interrupted");
        } catch (IOException failure) {
            String why = FailureMessages.messageOf(failure);
            findings.abort(Redactor.of(options.root()).redact(why));
        } catch (RuntimeException fault) {
            findings.abort(Redactor.of(options.root()).redact(FaultLog.write(fault, logs)));
        } finally {
            ServerProcess.endAll(running.values());
            progress.end();
        }
        MachineFacts.end(machine);
        return new GeneratorResult(options, now, seed, machine, findings, GeneratorBars.judge(findings));
    }

    private void start(Target target, Map<Target, ServerProcess> running) throws IOException, InterruptedException {
        Optional<List<String>> command = command(target);
        if (command.isEmpty()) {
            findings.addUnavailable(List.of(new Unavailable(target.slug(), "there is no C compiler (cc)", false)));
            return;
        }
        progress.log("starting " + target.label());
        Path log = logs.resolve(target.slug() + ".log");
        running.put(target, ServerProcess.start(target.slug(), command.get(), options.root(), log, TIMEOUT));
    }

    /** Returns empty if this machine cannot build the server. */
    private Optional<List<String>> command(Target target) throws IOException, InterruptedException {
        Path javaHome = Path.of(System.getProperty("java.home"));
        return switch (target) {
            case FLOOR ->
                new PeersBuild(options.root(), javaHome, searchPath, progress, logs)
                        .floor()
                        .map(program -> List.of(program.toString(), "--port", "0"));
            case SLOW ->
                Optional.of(List.of(
                        javaHome.resolve("bin/java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlowServer.class.getName()));
        };
    }
}
