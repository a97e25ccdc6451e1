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
 * {@code load}: one run of our own generator against any server, or as many as it takes to find the highest rate. SIGINT,
 * SIGTERM, or an interrupt of its thread breaks it off, and what was seen until then is printed as that.
 */
public final class LoadRun {
    /** So few requests are over before anything is compiled. */
    private static final long FEW = 1000;

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
     * @param out takes the result
     * @param err takes complaints, and the progress
     * @return an {@link ExitCode}: failed when no request was answered well or it was broken off, a missed gate when bounds
     *     were given and are not kept to, usage when the options contradict each other
     */
    public static int run(LoadOptions options, PrintStream out, PrintStream err) {
        try (var _ = StopSignal.arm()) {
            return new LoadRun(options, out, err).run();
        } catch (IllegalArgumentException mistake) {
            err.println("vesper: " + mistake.getMessage());
            return ExitCode.USAGE;
        } catch (NoSuchFileException | UnknownHostException mistake) {
            err.println("vesper: " + FailureText.of(mistake));
            return ExitCode.USAGE;
        } catch (IOException failure) {
            err.println("vesper: " + FailureText.of(failure));
            return ExitCode.FAILED;
        } catch (InterruptedException _) {
            err.println("vesper: interrupted before anything was measured");
            return ExitCode.FAILED;
        }
    }

    private int run() throws IOException, InterruptedException {
        LoadPlan plan = LoadPlans.of(options);
        Optional<ServiceLevel> serviceLevel = options.goal().serviceLevel().map(ServiceLevel::parse);
        if (plan.requests() > FEW) Rehearsal.make();
        if (options.goal().findMax()) return findMax(plan, serviceLevel.orElseThrow());
        LoadOutcome outcome = new LoadOutcome(drive(plan), serviceLevel);
        print(options.json() ? outcome.json() : outcome.text());
        return outcome.exitCode();
    }

    private int findMax(LoadPlan plan, ServiceLevel serviceLevel) throws IOException, InterruptedException {
        var search = new RateSearch(plan, serviceLevel, this::drive, err);
        RateSearch.Found found = search.find(options.pace().ratePerSecond());
        print(options.json() ? found.json() : found.text());
        return found.exitCode();
    }

    private void print(String result) {
        out.print(result);
        out.flush();
    }

    private LoadOutcome.Driven drive(LoadPlan plan) throws IOException {
        if (options.pid().isEmpty()) return driven(watched(plan), Optional.empty());
        long pid = options.pid().getAsLong();
        if (ProcessHandle.of(pid).isEmpty()) throw new IllegalArgumentException("no process has the pid " + pid);
        var server = new ProcessTree(pid);
        CpuTime before = server.use().cpu();
        LoadResult result = watched(plan);
        return driven(result, since(before, server));
    }

    /** Empty where the process has ended, and what it used is no longer known. */
    private static Optional<CpuTime> since(CpuTime before, ProcessTree server) throws IOException {
        try {
            return Optional.of(server.use().cpu().minus(before));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private LoadResult watched(LoadPlan plan) throws IOException {
        var watch = new LoadWatch(err, options.live(), plan);
        try {
            return new LoadGenerator(watch).runUntilInterrupted(plan);
        } finally {
            watch.end();
        }
    }

    /** An interrupt has done what it is for when the run is over. */
    private static LoadOutcome.Driven driven(LoadResult result, Optional<CpuTime> serverCpu) {
        return new LoadOutcome.Driven(result, serverCpu, Thread.interrupted());
    }
}
