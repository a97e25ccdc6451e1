package vesper.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Optional;
import vesper.bench.load.LoadGenerator;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadProgress;
import vesper.bench.load.LoadResult;
import vesper.bench.load.Rehearsal;
import vesper.bench.load.ServiceLevel;
import vesper.bench.process.CpuTime;

/** {@code load}: one run of our own generator against any server, or as many as it takes to find the highest rate. */
public final class LoadRun {
    /** Back to the beginning of the line, and what stands there is wiped away (ECMA-48, EL). */
    private static final String WIPE = "\r\u001b[K";

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
     * @return an {@link ExitCode}: failed when no request was answered well, a missed gate when bounds were given and are
     *     not kept to, usage when the options contradict each other
     */
    public static int run(LoadOptions options, PrintStream out, PrintStream err) {
        try {
            return new LoadRun(options, out, err).run();
        } catch (IllegalArgumentException mistake) {
            err.println("vesper: " + mistake.getMessage());
            return ExitCode.USAGE;
        } catch (IOException failure) {
            err.println("vesper: " + reason(failure));
            return ExitCode.FAILED;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            err.println("vesper: interrupted");
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
        return found.rate().isPresent() ? ExitCode.DONE : ExitCode.GATE_MISSED;
    }

    private void print(String result) {
        out.print(result);
        out.flush();
    }

    private LoadOutcome.Driven drive(LoadPlan plan) throws IOException, InterruptedException {
        var generator = new LoadGenerator(options.live() ? this::show : LoadProgress.NONE);
        try {
            if (options.pid().isEmpty()) return new LoadOutcome.Driven(generator.run(plan), Optional.empty());
            long pid = options.pid().getAsLong();
            if (ProcessHandle.of(pid).isEmpty()) throw new IllegalArgumentException("no process has the pid " + pid);
            CpuTime before = CpuTime.of(pid);
            LoadResult result = generator.run(plan);
            return new LoadOutcome.Driven(result, Optional.of(CpuTime.of(pid).minus(before)));
        } finally {
            if (options.live()) err.print(WIPE);
            err.flush();
        }
    }

    private void show(double seconds, long answered, long failed) {
        err.printf(
                Locale.ROOT,
                "%s%.0f s: %,d answered, %,.0f per second, %,d errors",
                WIPE,
                seconds,
                answered,
                answered / seconds,
                failed);
        err.flush();
    }

    /** What went wrong, in words; the JDK's file exceptions say no more than a name. */
    private static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "there is no file " + missing.getMessage();
            case UnknownHostException unknown -> "no address is known for the host " + unknown.getMessage();
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
