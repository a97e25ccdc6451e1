package vesper.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import vesper.bench.load.LoadGenerator;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadResult;
import vesper.bench.load.Rehearsal;
import vesper.bench.load.ServiceLevel;
import vesper.bench.process.CpuTime;
import vesper.bench.process.ProcessTree;

/**
 * The command {@code load}: one run of our own generator against any server, or as many runs as it takes to find the
 * highest rate. SIGINT, SIGTERM and an interrupt of the thread end the run early; the measurements so far are printed
 * and marked as incomplete.
 */
public final class LoadRun {
    /** Runs of at most this many requests are over before anything is compiled, so they need no rehearsal. */
    private static final long MAX_UNREHEARSED = 1000;

    private final LoadOptions options;
    private final PrintStream out;
    private final PrintStream err;

    private LoadRun(LoadOptions options, PrintStream out, PrintStream err) {
        this.options = options;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs on the calling thread.
     *
     * @param out receives the result
     * @param err receives error messages and progress
     * @return an {@link ExitCode}: {@code FAILED} if no request was answered as expected or the run was interrupted,
     *     {@code GATE_MISSED} if a given bound is exceeded, {@code USAGE} if the options contradict each other
     */
    public static int run(LoadOptions options, PrintStream out, PrintStream err) {
        try (var _ = StopSignal.arm()) {
            return new LoadRun(options, out, err).run();
        } catch (IllegalArgumentException mistake) {
            err.println("vesper: " + mistake.getMessage());
            return ExitCode.USAGE;
        } catch (NoSuchFileException | UnknownHostException mistake) {
            err.println("vesper: " + FailureMessages.messageOf(mistake));
            return ExitCode.USAGE;
        } catch (IOException failure) {
            err.println("vesper: " + FailureMessages.messageOf(failure));
            return ExitCode.FAILED;
        } catch (InterruptedException _) {
            err.println("vesper: interrupted before anything was measured");
            return ExitCode.FAILED;
        }
    }

    private int run() throws IOException, InterruptedException {
        LoadPlan plan = LoadPlans.of(options);
        Optional<ServiceLevel> serviceLevel = options.goal().serviceLevel().map(ServiceLevel::parse);
        if (plan.requests() > MAX_UNREHEARSED) Rehearsal.run();
        if (options.goal().searchMaxRate()) return findMax(plan, serviceLevel.orElseThrow());
        LoadOutcome outcome = new LoadOutcome(drive(plan), serviceLevel);
        print(options.json() ? outcome.json() : outcome.text());
        return outcome.exitCode();
    }

    private int findMax(LoadPlan plan, ServiceLevel serviceLevel) throws IOException, InterruptedException {
        var search = new RateSearch(plan, serviceLevel, this::drive, err);
        RateSearch.Result found = search.find(options.pace().ratePerSecond());
        print(options.json() ? found.json() : found.text());
        return found.exitCode();
    }

    private void print(String result) {
        out.print(result);
        out.flush();
    }

    private LoadOutcome.Run drive(LoadPlan plan) throws IOException {
        if (options.pid().isEmpty()) return resultOf(runWithProgress(plan), Optional.empty());
        long pid = options.pid().getAsLong();
        if (ProcessHandle.of(pid).isEmpty()) throw new IllegalArgumentException("no process has the pid " + pid);
        var server = new ProcessTree(pid);
        CpuTime before = server.use().cpu();
        LoadResult result = runWithProgress(plan);
        return resultOf(result, cpuTimeSince(before, server));
    }

    /**
     * Returns the CPU time since {@code before}; empty if the process has ended, so that its use is no longer known.
     */
    private static Optional<CpuTime> cpuTimeSince(CpuTime before, ProcessTree server) throws IOException {
        try {
            return Optional.of(server.use().cpu().minus(before));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private LoadResult runWithProgress(LoadPlan plan) throws IOException {
        var watch = new LoadProgressReporter(err, options.live(), plan);
        try {
            return new LoadGenerator(watch).runUntilInterrupted(plan);
        } finally {
            watch.end();
        }
    }

    /** Clears the thread's interrupt flag: an interrupt has served its purpose once the run is over. */
    private static LoadOutcome.Run resultOf(LoadResult result, Optional<CpuTime> serverCpu) {
        return new LoadOutcome.Run(result, serverCpu, Thread.interrupted());
    }
}
