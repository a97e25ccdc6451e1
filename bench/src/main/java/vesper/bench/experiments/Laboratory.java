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
import vesper.bench.FailureText;
import vesper.bench.MachineFacts;
import vesper.bench.Progress;
import vesper.bench.ScratchFolder;
import vesper.bench.SharedText;
import vesper.bench.StopSignal;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Instrument;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.Records;
import vesper.bench.load.LoadEngine;
import vesper.bench.results.Contrasts;
import vesper.bench.results.Gate;
import vesper.bench.results.Outcome;
import vesper.bench.results.ResultFolder;
import vesper.bench.results.Setting;

/**
 * Runs experiments: builds missing programs, records with the instrument, draws conclusions and writes the results. All
 * servers listen on loopback. All processes that were started are ended, also on SIGINT and SIGTERM, in which case the
 * results so far are still written.
 */
final class Laboratory {
    private final ExperimentOptions options;
    private final PrintStream out;
    private final PrintStream err;
    private final Progress progress;

    private Laboratory(ExperimentOptions options, PrintStream out, PrintStream err) {
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
    static int make(Experiment experiment, ExperimentOptions options, PrintStream out, PrintStream err) {
        // Armed first and closed last, so that everything else is cleaned up after a signal.
        try (var _ = StopSignal.arm()) {
            Pace pace = options.pace(experiment.pace(options.quick()));
            requireAble(experiment, pace);
            LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
            Path folder = Files.createDirectories(options.outOr(experiment.name(), now));
            // Records of servers may take gigabytes, and the system's folder for temporary files may be in memory. The
            // path is absolute, since servers have other working directories.
            try (var scratch = ScratchFolder.in(folder.toAbsolutePath())) {
                return new Laboratory(options, out, err).make(experiment, pace, now, folder, scratch.path());
            }
        } catch (Mistake mistake) {
            err.println("bench " + experiment.name() + ": " + mistake.getMessage());
            return ExitCode.USAGE;
        } catch (IOException failure) {
            err.println("bench " + experiment.name() + ": " + FailureText.of(failure));
            return ExitCode.FAILED;
        } catch (RuntimeException fault) {
            err.println("bench " + experiment.name() + ": a fault of the bench itself");
            fault.printStackTrace(err);
            return ExitCode.FAILED;
        }
    }

    /** Thrown if the requested experiment is impossible; nothing was started. */
    private static final class Mistake extends Exception {
        private static final long serialVersionUID = 1;

        Mistake(IllegalArgumentException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private static void requireAble(Experiment experiment, Pace pace) throws Mistake {
        try {
            experiment.requireAble(pace);
        } catch (IllegalArgumentException cause) {
            throw new Mistake(cause);
        }
    }

    private int make(Experiment experiment, Pace pace, LocalDateTime now, Path folder, Path scratch)
            throws IOException, Mistake {
        Path logs = Files.createDirectories(folder.resolve("logs"));
        String searchPath = Objects.requireNonNullElse(System.getenv("PATH"), "");
        LoadEngine engine = experiment.engine(searchPath, scratch);
        progress.say("load by " + engine.description());
        Map<String, String> machine = MachineFacts.gather(options.root());
        long seed = System.nanoTime();
        var seen = new Records();
        Prepared prepared = prepare(experiment, pace, new Workshop(options, searchPath, progress, logs, scratch), seen);
        if (!prepared.arms().isEmpty()) {
            new Instrument(pace, engine, new Random(seed), progress, logs, scratch).run(seen, experiment.onlooker());
        }
        MachineFacts.end(machine);
        SharedText shared = SharedText.of(options.root());
        Records records = seen.shared(shared);
        var setting = new Setting(
                experiment.name(),
                experiment.title(),
                now,
                options.quick(),
                engine.description(),
                pace,
                seed,
                machine,
                prepared.remarks().stream().map(shared::of).toList(),
                experiment.published(),
                experiment.chartNote(),
                experiment.isBeyondWhatServersCanDo());
        Outcome outcome = Outcome.conclude(
                        setting, records, contrasts(prepared, records), bars(experiment, records), options.gates())
                .with(experiment.particulars(records).shared(shared));
        new ResultFolder(folder).write(outcome, experiment.charts(outcome), options.json(), out, err);
        return outcome.exitCode();
    }

    private Prepared prepare(Experiment experiment, Pace pace, Workshop workshop, Records records)
            throws IOException, Mistake {
        try {
            Prepared prepared = experiment.prepare(workshop);
            prepared.missing().forEach(missing -> {
                progress.say(missing.what() + " is left out: " + missing.why());
                records.miss(missing);
            });
            List<String> names = prepared.arms().stream().map(Arm::name).toList();
            for (Gate gate : options.gates()) gate.requireAmong(names);
            for (Arm arm : prepared.arms()) arm.requireDrivable(pace.run());
            records.plan(prepared.arms());
            return prepared;
        } catch (InterruptedException _) {
            records.breakOff("interrupted");
            return Prepared.NOTHING;
        } catch (IllegalArgumentException cause) {
            throw new Mistake(cause);
        }
    }

    private List<BarVerdict> bars(Experiment experiment, Records records) {
        List<BarVerdict> bars = new ArrayList<>(experiment.bars(records));
        options.serviceLevel().ifPresent(level -> bars.addAll(ServiceLevelBars.judge(level, records)));
        return bars;
    }

    /** Returns the comparisons of arms that were recorded. */
    private static Contrasts contrasts(Prepared prepared, Records records) {
        return Contrasts.of(
                records,
                prepared.compared().stream()
                        .map(group -> group.recorded(records))
                        .toList());
    }
}
