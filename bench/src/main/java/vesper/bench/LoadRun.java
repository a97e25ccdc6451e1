package vesper.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import vesper.bench.load.HttpTarget;
import vesper.bench.load.LoadError;
import vesper.bench.load.LoadGenerator;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadRequest;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;

/** {@code load}: one run of our own generator against any server, closed loop or at a fixed rate. */
public final class LoadRun {
    private static final Duration DEFAULT_DURATION = Duration.ofSeconds(10);

    private LoadRun() {}

    /**
     * Runs on the calling thread.
     *
     * @param out takes the result
     * @param err takes complaints
     * @return an {@link ExitCode}: failed when no request was answered well, usage when the options contradict each
     *     other
     */
    public static int run(LoadOptions options, PrintStream out, PrintStream err) {
        try {
            LoadOutcome outcome = drive(options, plan(options));
            out.print(options.json() ? outcome.json() : outcome.text());
            out.flush();
            boolean anyGood = outcome.load().requests() > outcome.load().count(LoadError.STATUS);
            return anyGood ? ExitCode.DONE : ExitCode.FAILED;
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

    /** What went wrong, in words; the JDK's file exceptions say no more than a name. */
    private static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "there is no file " + missing.getMessage();
            case UnknownHostException unknown -> "no address is known for the host " + unknown.getMessage();
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }

    private static LoadOutcome drive(LoadOptions options, LoadPlan plan) throws IOException, InterruptedException {
        var generator = new LoadGenerator();
        if (options.pid().isEmpty()) return new LoadOutcome(generator.run(plan), Optional.empty());
        long pid = options.pid().getAsLong();
        if (ProcessHandle.of(pid).isEmpty()) throw new IllegalArgumentException("no process has the pid " + pid);
        CpuTime before = CpuTime.of(pid);
        LoadResult result = generator.run(plan);
        return new LoadOutcome(result, Optional.of(CpuTime.of(pid).minus(before)));
    }

    private static LoadPlan plan(LoadOptions options) throws IOException {
        byte[] body =
                options.body().isPresent() ? Files.readAllBytes(options.body().get()) : new byte[0];
        String method = options.method()
                .map(name -> name.toUpperCase(Locale.ROOT))
                .orElse(options.body().isPresent() ? "POST" : "GET");
        if (options.ratePerSecond().isPresent() && options.ratePerSecond().getAsDouble() <= 0) {
            throw new IllegalArgumentException("a rate is above 0 requests per second");
        }
        return limited(options)
                .withRequest(LoadRequest.of(method, body))
                .withRate(options.ratePerSecond().orElse(0))
                .withKeepAlive(options.keepAlive());
    }

    private static LoadPlan limited(LoadOptions options) {
        HttpTarget target = HttpTarget.of(options.url());
        if (options.requests().isEmpty()) {
            return LoadPlan.closedLoop(
                    target, options.connections(), options.duration().orElse(DEFAULT_DURATION));
        }
        LoadPlan counted =
                LoadPlan.count(target, options.connections(), options.requests().getAsLong());
        return options.duration().map(counted::lasting).orElse(counted);
    }
}
