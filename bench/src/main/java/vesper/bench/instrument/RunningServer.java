package vesper.bench.instrument;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import vesper.bench.ScratchFolder;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadError;
import vesper.bench.load.LoadGenerator;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadResult;
import vesper.bench.process.AllocatedBytes;
import vesper.bench.process.JvmReading;
import vesper.bench.process.ServerNotReadyException;
import vesper.bench.process.ServerProcess;
import vesper.bench.statistics.StabilityRule.Window;

/** A subject whose process is up, and the measurements of it. */
public final class RunningServer implements Closeable {
    private static final Duration MIN_POLL_INTERVAL = Duration.ofMillis(50);
    private static final Duration MAX_POLL_INTERVAL = Duration.ofSeconds(1);

    /**
     * Divisor of the time waited so far that gives the polling interval. Thus the waiting time is known to a tenth, and
     * polling costs almost nothing.
     */
    private static final int SHARE_BETWEEN_LOOKS = 10;

    /**
     * A pause that exceeds the millisecond precision of record timestamps, to separate earlier records from later ones.
     */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final ServerSpec subject;
    private final ServerProcess server;
    private final ControlClient client;
    private final ScratchFolder data;
    private final Path scratch;
    private RequestCount requestCount = new RequestCount(Instant.EPOCH, 0);

    private RunningServer(
            ServerSpec subject, ServerProcess server, ControlClient calls, ScratchFolder data, Path scratch) {
        this.subject = subject;
        this.server = server;
        this.client = calls;
        this.data = data;
        this.scratch = scratch;
    }

    /**
     * Starts the subject, or attaches to it, and sends the requests that switch features.
     *
     * @param data an empty folder for this start, deleted when the subject is closed
     * @param log file for its stderr
     * @param scratch an existing folder
     */
    static RunningServer start(ServerSpec subject, ScratchFolder data, Path log, Path scratch)
            throws IOException, InterruptedException {
        ServerProcess server = subject.existing().isPresent()
                ? attach(subject.name(), subject.existing().get())
                : ServerProcess.start(
                        subject.name(),
                        subject.command(data.path()),
                        subject.environment(),
                        subject.directory(),
                        log,
                        subject.timeout());
        var running = new RunningServer(subject, server, new ControlClient(server.url()), data, scratch);
        try {
            for (ServerSpec.SetupRequest one : subject.setupRequests())
                running.client.send(one.method(), one.path(), one.body());
            return running;
        } catch (IOException | InterruptedException | RuntimeException failure) {
            endAll(List.of(running)).forEach(left -> failure.addSuppressed(new IOException(left)));
            throw failure;
        }
    }

    private static ServerProcess attach(String name, ServerSpec.ExistingServer running) throws ServerNotReadyException {
        return ServerProcess.attach(name, running.pid(), running.url());
    }

    public long pid() {
        return server.pid();
    }

    /** Returns the folder for the server's data. */
    public Path data() {
        return data.path();
    }

    /** Returns the body of a response with a status below 300. */
    public String get(String path) throws IOException, InterruptedException {
        return client.send("GET", path, "");
    }

    /** Returns the form of the response to a request, for any status. */
    AnswerForm formOfResponse(String method, String path, byte[] body) throws IOException, InterruptedException {
        return client.formOfResponse(method, path, body);
    }

    /** Runs a full collection and reads the JVM. */
    public JvmReading jvm() throws IOException, InterruptedException {
        return JvmReading.of(server.pid(), scratch);
    }

    /** Resets the count of answered requests. */
    void resetCount() throws InterruptedException {
        Thread.sleep(PAUSE);
        requestCount = new RequestCount(Instant.now(), 0);
    }

    RequestCount requestCount() {
        return requestCount;
    }

    /** Drives it for one window of its warm-up, without reading its allocation and without waiting until it is idle. */
    Window runWindow(LoadEngine engine, Arm arm, Duration length) throws IOException, InterruptedException {
        LoadPlan plan = arm.load().warmUpLoad().plan(server.url(), length);
        DrivenRun run = drive(engine, plan);
        check(plan);
        return run.window(backlog().map(Backlog::pending).orElse(0L), subject.isJvm());
    }

    /** Drives it as in recorded runs, and discards the results. */
    void rehearse(LoadEngine engine, LoadSpec drive, Duration length) throws IOException, InterruptedException {
        LoadPlan plan = drive.plan(server.url(), length);
        drive(engine, plan);
        check(plan);
        awaitIdle();
    }

    /**
     * Drives it for a run, waits until it is idle, and takes all measurements. The extra request that checks the
     * response is sent after that, so that its cost is not part of any figure.
     */
    Observation observe(LoadEngine engine, Arm arm, Duration length) throws IOException, InterruptedException {
        LoadPlan plan = arm.plan(server.url(), length);
        Optional<AllocatedBytes> allocatedBefore = allocated();
        DrivenRun run = drive(engine, plan);
        Optional<DrainResult> drained = drained(run);
        OptionalLong allocated = allocatedBefore.isEmpty() ? OptionalLong.empty() : since(allocatedBefore.get());
        LoadResult checked = withErrors(run.load(), check(plan));
        awaitIdle();
        return run.observation(checked, allocated, drained);
    }

    private Optional<AllocatedBytes> allocated() throws InterruptedException {
        return subject.isJvm() ? AllocatedBytes.of(server.pid(), scratch) : Optional.empty();
    }

    private OptionalLong since(AllocatedBytes before) throws InterruptedException {
        Optional<AllocatedBytes> after = allocated();
        return after.isEmpty() ? OptionalLong.empty() : after.get().since(before);
    }

    /** Waits until it is idle; empty if it does not report its backlog. */
    private Optional<DrainResult> drained(DrivenRun run) throws IOException, InterruptedException {
        Optional<Backlog> backlog = backlog();
        if (backlog.isEmpty()) return Optional.empty();
        if (!backlog.get().idle()) awaitIdle();
        return Optional.of(new DrainResult(backlog.get(), run.sinceEnd(backlog.get()), run.cpuSinceBegin()));
    }

    private DrivenRun drive(LoadEngine engine, LoadPlan plan) throws IOException, InterruptedException {
        if (!server.isAlive()) throw new IOException(subject.name() + " has exited");
        try {
            DrivenRun run = DrivenRun.of(server.pid(), engine, plan);
            countAnswered(run.load());
            return run;
        } catch (NoSuchFileException gone) {
            throw new IOException(subject.name() + " exited during a run", gone);
        }
    }

    private void countAnswered(LoadResult load) {
        requestCount = new RequestCount(requestCount.since(), requestCount.answered() + load.requests());
    }

    /** Returns the backlog; empty if it does not report it. */
    private Optional<Backlog> backlog() throws IOException, InterruptedException {
        if (subject.probe().isEmpty()) return Optional.empty();
        return Optional.of(Backlog.parse(get(subject.probe().get().path())));
    }

    /**
     * Waits until no work is left, so that the backlog of one arm does not slow the next one. Returns at once if the
     * server does not report its backlog.
     *
     * @throws IOException if that takes too long
     */
    void awaitIdle() throws IOException, InterruptedException {
        if (subject.probe().isEmpty()) return;
        Duration timeout = subject.probe().get().timeout();
        long startedAt = System.nanoTime();
        Backlog now = Backlog.parse(get(subject.probe().get().path()));
        while (!now.idle()) {
            if (System.nanoTime() - startedAt > timeout.toNanos()) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "%s is not idle after %.1f s, %,d pending",
                        subject.name(),
                        timeout.toMillis() / 1000.0,
                        now.pending()));
            }
            Thread.sleep(pollInterval(Duration.ofNanos(System.nanoTime() - startedAt)));
            now = Backlog.parse(get(subject.probe().get().path()));
        }
    }

    static Duration pollInterval(Duration waited) {
        Duration share = waited.dividedBy(SHARE_BETWEEN_LOOKS);
        if (share.compareTo(MIN_POLL_INTERVAL) < 0) return MIN_POLL_INTERVAL;
        return share.compareTo(MAX_POLL_INTERVAL) < 0 ? share : MAX_POLL_INTERVAL;
    }

    /** Checks one more response after a run, since not every engine checks bodies. */
    private LoadResult check(LoadPlan plan) throws IOException, InterruptedException {
        LoadResult probe = new LoadGenerator()
                .run(plan.withPipelining(1).asClosedLoop().withThreads(1).withRequests(1));
        countAnswered(probe);
        return probe;
    }

    private static LoadResult withErrors(LoadResult result, LoadResult probe) {
        if (probe.errorCount() == 0) return result;
        Map<LoadError, Long> errors = new EnumMap<>(LoadError.class);
        errors.putAll(result.errors());
        probe.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
        return result.withErrors(errors);
    }

    /** Ends its process and deletes its data. */
    @Override
    public void close() {
        endAll(List.of(this));
    }

    /**
     * Ends all processes at the same time and deletes their data.
     *
     * @return the failures, in words
     */
    static List<String> endAll(Collection<RunningServer> all) {
        all.forEach(each -> each.client.close());
        ServerProcess.endAll(all.stream().map(each -> each.server).toList());
        List<String> failures = new ArrayList<>();
        for (RunningServer each : all) {
            String name = each.subject.name();
            if (each.subject.existing().isEmpty() && each.server.isAlive()) {
                failures.add(name + " does not exit, process " + each.pid());
            }
            try {
                each.data.close();
            } catch (IOException failure) {
                // The remaining files are deleted with the enclosing folder, or reported again there.
                failures.add("cannot delete the data of " + name + ": " + failure);
            }
        }
        return failures;
    }
}
