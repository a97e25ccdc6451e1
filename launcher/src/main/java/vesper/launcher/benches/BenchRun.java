package vesper.launcher.benches;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.bench.ExitCode;

/**
 * A benchmark in a separate process, which is stopped after {@link #LONGEST} at the latest. Its progress is read from
 * its standard error. Thread-safe.
 */
public final class BenchRun {
    /** Maximum duration of a run. */
    static final Duration LONGEST = Duration.ofMinutes(30);

    private static final Logger LOG = LoggerFactory.getLogger(BenchRun.class);
    /** Name of the file with the request body, in the folder of the results. */
    static final String BODY = "body";

    private static final int MOST_LINES = 20;
    private static final int LONGEST_LINE = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Matches a progress line: {@code [  12 s, 25 %, 0:31 left] what was done}. */
    private static final Pattern PROGRESS =
            Pattern.compile("\\[ *\\d+ s(?:, (\\d{1,3}) %, (\\d{1,6}):(\\d\\d) left)?] (.*)");

    /** State of a run. */
    public enum State {
        RUNNING,
        /** The benchmark completed, whether or not it met its bars and was stable. */
        DONE,
        FAILED,
        STOPPED
    }

    /**
     * Progress of a run.
     *
     * @param percent the completed part
     * @param leftSeconds estimated time until the end; empty if unknown
     * @param lines its last lines of output
     * @param exitCode of the process, once it has ended
     */
    public record Progress(
            State state, int percent, OptionalInt leftSeconds, List<String> lines, OptionalInt exitCode) {}

    private final String id;
    private final Instant startedAt;
    private final BenchParameters parameters;
    private final Process process;
    private final CountDownLatch cleared = new CountDownLatch(1);
    private final Deque<String> lines = new ArrayDeque<>();
    private int percent;
    private OptionalInt leftSeconds = OptionalInt.empty();
    private boolean isStopped;

    private BenchRun(String id, Instant startedAt, BenchParameters parameters, Process process) {
        this.id = id;
        this.startedAt = startedAt;
        this.parameters = parameters;
        this.process = process;
    }

    /**
     * Starts the process.
     *
     * @param out folder for the results; deleted at the end if the process wrote no result
     */
    static BenchRun start(String id, Instant now, BenchParameters parameters, List<String> command, Path out)
            throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        var run = new BenchRun(id, now, parameters, process);
        Thread.ofVirtual().name("bench-run-" + id).start(run::readOutput);
        Thread.ofVirtual().name("bench-end-" + id).start(() -> run.endInTime(out));
        return run;
    }

    /** Stops the process when its time is up, and deletes the request body, which may contain secrets. */
    private void endInTime(Path out) {
        try {
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) end();
            Files.deleteIfExists(out.resolve(BODY));
            if (!Files.exists(out.resolve(BenchResults.RESULT))) BenchResults.deleteQuietly(out);
        } catch (IOException e) {
            LOG.warn("the request body of benchmark {} could not be deleted: {}", id, e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            cleared.countDown();
        }
    }

    /**
     * Waits until the process has ended and its files are cleaned up, which may be shortly after {@link #end} returns.
     */
    void awaitCleared() {
        try {
            var _ = cleared.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void readOutput() {
        try (BufferedReader said = new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8))) {
            for (String line; (line = said.readLine()) != null; ) take(line);
        } catch (IOException e) {
            LOG.debug("the output of benchmark {} has ended", id, e);
        }
    }

    private synchronized void take(String line) {
        Matcher progress = PROGRESS.matcher(line);
        boolean isProgress = progress.matches();
        if (isProgress && progress.group(1) != null) {
            percent = Integer.parseInt(progress.group(1));
            leftSeconds =
                    OptionalInt.of(Integer.parseInt(progress.group(2)) * 60 + Integer.parseInt(progress.group(3)));
        }
        String what = isProgress ? progress.group(4) : line;
        if (lines.size() == MOST_LINES) lines.removeFirst();
        lines.addLast(what.length() > LONGEST_LINE ? what.substring(0, LONGEST_LINE) : what);
    }

    public String id() {
        return id;
    }

    public Instant startedAt() {
        return startedAt;
    }

    public BenchParameters parameters() {
        return parameters;
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    public synchronized Progress progress() {
        if (isRunning())
            return new Progress(State.RUNNING, percent, leftSeconds, List.copyOf(lines), OptionalInt.empty());
        int exitCode = process.exitValue();
        State state = isStopped ? State.STOPPED : stateOf(exitCode);
        return new Progress(
                state,
                state == State.DONE ? 100 : percent,
                OptionalInt.empty(),
                List.copyOf(lines),
                OptionalInt.of(exitCode));
    }

    private static State stateOf(int exitCode) {
        return switch (exitCode) {
            case ExitCode.OK, ExitCode.GATE_MISSED, ExitCode.UNSTABLE -> State.DONE;
            default -> State.FAILED;
        };
    }

    /** Requests the process to end. It writes a result of what it has measured so far. */
    void stop() {
        synchronized (this) {
            isStopped |= isRunning();
        }
        process.destroy();
    }

    /** Stops the process. Kills it if it does not end in time. */
    void end() {
        stop();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
