package vesper.launcher.benches;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Benchmarks of this server, one at a time. It remembers the last {@value #MOST_KNOWN} until it stops, and keeps the
 * results of the last {@value #MOST_KEPT} in the folder. Thread-safe.
 */
public final class BenchRuns implements AutoCloseable {
    private static final int MOST_KNOWN = 20;
    /** Number of results kept, without that of the run that starts. */
    private static final int MOST_KEPT = 100;

    private static final Logger LOG = LoggerFactory.getLogger(BenchRuns.class);
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'run'-yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

    private final Path folder;
    private final BenchResults results;
    private final List<String> program;
    private final InstantSource clock;
    private final Deque<BenchRun> known = new ArrayDeque<>();
    private boolean closed;

    /**
     * @param folder for the results; created with the first one
     * @param program command line that starts this program
     */
    public BenchRuns(Path folder, List<String> program, InstantSource clock) {
        this.folder = folder;
        this.results = new BenchResults(folder, Optional.empty());
        this.program = List.copyOf(program);
        this.clock = clock;
    }

    /**
     * Starts a benchmark, unless one is running.
     *
     * @param server the address of this server
     * @param who the client that requested it, for the log
     */
    public synchronized BenchStart start(BenchParameters parameters, URI server, String who) {
        if (closed) return new BenchStart.Stopping();
        if (!server.getScheme().equals("http")) return new BenchStart.NeedsPlainHttp();
        Optional<BenchRun> running = known.stream().filter(BenchRun::isRunning).findFirst();
        if (running.isPresent()) return new BenchStart.Busy(running.get().id());
        Instant now = clock.instant();
        String id = NAME.format(now);
        Path out = folder.resolve(id);
        try {
            results.keepNewest(MOST_KEPT);
            Files.createDirectories(out);
            BenchRun run = BenchRun.start(id, now, parameters, command(parameters, server, out), out);
            if (known.size() == MOST_KNOWN) known.removeFirst();
            known.addLast(run);
            LOG.info("{} started benchmark {} of {} {}", who, id, parameters.method(), parameters.path());
            return new BenchStart.Started(run);
        } catch (IOException failure) {
            BenchResults.deleteQuietly(out);
            return new BenchStart.Failed(String.valueOf(failure.getMessage()));
        }
    }

    private List<String> command(BenchParameters parameters, URI server, Path out) throws IOException {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("bench", "factors", "--url", server.toString(), "--out", out.toString()));
        command.addAll(List.of("--pid", Long.toString(ProcessHandle.current().pid())));
        Optional<Path> body = parameters.body().isEmpty()
                ? Optional.empty()
                : Optional.of(Files.writeString(out.resolve(BenchRun.BODY), parameters.body()));
        command.addAll(parameters.arguments(body));
        return command;
    }

    public synchronized List<BenchRun> newestFirst() {
        List<BenchRun> all = new ArrayList<>(known);
        Collections.reverse(all);
        return all;
    }

    /**
     * Requests a run to end.
     *
     * @return false if no run has this ID
     */
    public boolean stop(String id) {
        Optional<BenchRun> found =
                newestFirst().stream().filter(run -> run.id().equals(id)).findFirst();
        found.ifPresent(BenchRun::stop);
        return found.isPresent();
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        newestFirst().stream().filter(BenchRun::isRunning).forEach(BenchRun::end);
        newestFirst().forEach(BenchRun::awaitCleared);
    }
}
