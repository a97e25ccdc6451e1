package vesper.bench.experiments;

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
import java.util.Random;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.FailureMessages;
import vesper.bench.MachineFacts;
import vesper.bench.Progress;
import vesper.bench.Redactor;
import vesper.bench.ScratchFolder;
import vesper.bench.StopSignal;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.Instrument;
import vesper.bench.instrument.Pace;
import vesper.bench.load.LoadEngine;
import vesper.bench.results.Contrasts;
import vesper.bench.results.ExperimentSetting;
import vesper.bench.results.Gate;
import vesper.bench.results.Outcome;
import vesper.bench.results.ResultFolder;

/**
 * Runs experiments: builds missing programs, records with the instrument, draws conclusions and writes the results. All
 * servers listen on loopback. All processes that were started are ended, also on SIGINT and SIGTERM, in which case the
 * results so far are still written.
 */
final class ExperimentRunner {
    private final ExperimentOptions options;
    private final PrintStream out;
    private final PrintStream err;
    private final Progress progress;

    private ExperimentRunner(ExperimentOptions options, PrintStream out, PrintStream err) {
        this.options = options;
        this.out = out;
        this.err = err;
        this.progress = new Progress(err);
    }

    /**
     * Runs an experiment on the calling thread.
     *
     * @param out receives the result, table or JSON
     * @param err receives the progress
     * @return an {@link ExitCode}
     */
    static int run(Experiment experiment, ExperimentOptions options, PrintStream out, PrintStream err) {
        // Armed first and closed last, so that everything else is cleaned up after a signal.
        try (var _ = StopSignal.arm()) {
            Pace pace = options.pace(experiment.pace(options.quick()));
            requireValid(experiment, pace);
            LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
            Path folder = Files.createDirectories(options.outOr(experiment.name(), now));
            // Records of servers may take gigabytes, and the system's folder for temporary files may be in memory. The
            // path is absolute, since servers have other working directories.
            try (var scratch = ScratchFolder.in(folder.toAbsolutePath())) {
                return new ExperimentRunner(options, out, err).run(experiment, pace, now, folder, scratch.path());
            }
        } catch (UsageException mistake) {
            err.println("bench " + experiment.name() + ": " + mistake.getMessage());
            return ExitCode.USAGE;
        } catch (IOException failure) {
            err.println("bench " + experiment.name() + ": " + FailureMessages.messageOf(failure));
            return ExitCode.FAILED;
        } catch (RuntimeException fault) {
            err.println("bench " + experiment.name() + ": internal error");
            fault.printStackTrace(err);
            return ExitCode.FAILED;
        }
    }

    /** Thrown if the requested experiment is impossible; nothing was started. */
    private static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(IllegalArgumentException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private static void requireValid(Experiment experiment, Pace pace) throws UsageException {
        try {
            experiment.requireValid(pace);
        } catch (IllegalArgumentException cause) {
            throw new UsageException(cause);
        }
    }

    private int run(Experiment experiment, Pace pace, LocalDateTime now, Path folder, Path scratch)
            throws IOException, UsageException {
        Path logs = Files.createDirectories(folder.resolve("logs"));
        String searchPath = Objects.requireNonNullElse(System.getenv("PATH"), "");
        LoadEngine engine = experiment.engine(searchPath, scratch);
        progress.log("load engine: " + engine.description());
        Map<String, String> machine = MachineFacts.gather(options.root());
        long seed = System.nanoTime();
        var collected = new ExperimentRecords();
        ExperimentPlan plan =
                prepare(experiment, pace, new ServerSpecs(options, searchPath, progress, logs, scratch), collected);
        if (!plan.arms().isEmpty()) {
            new Instrument(pace, engine, new Random(seed), progress, logs, scratch)
                    .run(collected, experiment.observer());
        }
        MachineFacts.end(machine);
        Redactor redactor = Redactor.of(options.root());
        ExperimentRecords records = collected.redacted(redactor);
        var setting = new ExperimentSetting(
                experiment.name(),
                experiment.title(),
                now,
                options.quick(),
                engine.description(),
                pace,
                seed,
                machine,
                plan.remarks().stream().map(redactor::redact).toList(),
                experiment.published(),
                experiment.chartNote(),
                experiment.toleratesErrors());
        Outcome outcome = Outcome.conclude(
                        setting, records, contrasts(plan, records), bars(experiment, records), options.gates())
                .with(experiment.extraResults(records).redacted(redactor));
        new ResultFolder(folder).write(outcome, experiment.charts(outcome), options.json(), out, err);
        return outcome.exitCode();
    }

    private ExperimentPlan prepare(Experiment experiment, Pace pace, ServerSpecs serverSpecs, ExperimentRecords records)
            throws IOException, UsageException {
        try {
            ExperimentPlan plan = experiment.prepare(serverSpecs);
            plan.unavailable().forEach(unavailable -> {
                progress.log("skipping " + unavailable.name() + ": " + unavailable.reason());
                records.addUnavailable(unavailable);
            });
            List<String> names = plan.arms().stream().map(Arm::name).toList();
            for (Gate gate : options.gates()) gate.requireAmong(names);
            for (Arm arm : plan.arms()) arm.requireDrivable(pace.run());
            records.plan(plan.arms());
            return plan;
        } catch (InterruptedException _) {
            records.abort("interrupted");
            return ExperimentPlan.NOTHING;
        } catch (IllegalArgumentException cause) {
            throw new UsageException(cause);
        }
    }

    private List<BarVerdict> bars(Experiment experiment, ExperimentRecords records) {
        List<BarVerdict> bars = new ArrayList<>(experiment.bars(records));
        options.serviceLevel().ifPresent(level -> bars.addAll(ServiceLevelBars.judge(level, records)));
        return bars;
    }

    /** Returns the comparisons of arms that were recorded. */
    private static Contrasts contrasts(ExperimentPlan plan, ExperimentRecords records) {
        return Contrasts.of(
                records,
                plan.compared().stream().map(group -> group.recorded(records)).toList());
    }
}
