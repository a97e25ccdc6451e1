package vesper.bench.instrument;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadError;
import vesper.bench.load.LoadGenerator;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadResult;
import vesper.bench.process.AllocatedBytes;
import vesper.bench.process.CpuTime;
import vesper.bench.process.JvmCounters;
import vesper.bench.process.ProcessTree;
import vesper.bench.process.ServerProcess;

/** A subject whose process is up, and what is measured of it. */
final class RunningSubject implements Closeable {
    private static final Duration SWITCH_PATIENCE = Duration.ofSeconds(30);

    private final Subject subject;
    private final ServerProcess server;
    private final Path scratch;

    private RunningSubject(Subject subject, ServerProcess server, Path scratch) {
        this.subject = subject;
        this.server = server;
        this.scratch = scratch;
    }

    /**
     * @param data an empty folder of this start
     * @param log takes what it says to stderr
     * @param scratch an existing folder
     */
    static RunningSubject start(Subject subject, Path data, Path log, Path scratch)
            throws IOException, InterruptedException {
        ServerProcess server = ServerProcess.start(
                subject.name(),
                subject.command(data),
                subject.environment(),
                subject.directory(),
                log,
                subject.patience());
        try {
            for (Subject.Switch one : subject.switches()) call(server.url(), one);
            return new RunningSubject(subject, server, scratch);
        } catch (IOException | InterruptedException | RuntimeException failure) {
            server.close();
            throw failure;
        }
    }

    Subject subject() {
        return subject;
    }

    /** Drives it for a while; what it allocates is not asked for. */
    Observation glance(LoadEngine engine, Drive drive, Duration length) throws IOException, InterruptedException {
        return observe(engine, drive, length, false);
    }

    /** Drives it for a while and looks at all that there is to see. */
    Observation observe(LoadEngine engine, Drive drive, Duration length) throws IOException, InterruptedException {
        return observe(engine, drive, length, subject.isJvm());
    }

    private Observation observe(LoadEngine engine, Drive drive, Duration length, boolean asksForAllocation)
            throws IOException, InterruptedException {
        if (!server.isAlive()) throw new IOException(subject.name() + " has ended");
        long pid = server.pid();
        LoadPlan plan = drive.plan(server.url(), length);
        OptionalLong allocatedBefore = asksForAllocation ? AllocatedBytes.of(pid, scratch) : OptionalLong.empty();
        Optional<JvmCounters> jvmBefore = JvmCounters.of(pid);
        var processes = new ProcessTree(pid);
        CpuTime cpuBefore = processes.use().cpu();
        LoadResult load = engine.run(plan);
        ProcessTree.Use use = processes.use();
        Optional<JvmCounters> jvm = jvmBefore.flatMap(before -> counters(pid).map(after -> after.minus(before)));
        OptionalLong allocated = allocatedBefore.isEmpty() ? allocatedBefore : since(allocatedBefore.getAsLong(), pid);
        return new Observation(
                checked(load, plan), use.cpu().minus(cpuBefore), use.memory(), use.threads(), jvm, allocated);
    }

    private static Optional<JvmCounters> counters(long pid) {
        try {
            return JvmCounters.of(pid);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private OptionalLong since(long before, long pid) throws InterruptedException {
        OptionalLong after = AllocatedBytes.of(pid, scratch);
        return after.isEmpty() ? after : OptionalLong.of(Math.max(0, after.getAsLong() - before));
    }

    /** Not every engine looks at bodies, so one more answer is looked at after each run. */
    private static LoadResult checked(LoadResult result, LoadPlan plan) throws IOException, InterruptedException {
        LoadResult probe = new LoadGenerator()
                .run(plan.withPipelining(1).inClosedLoop().withThreads(1).withRequests(1));
        if (probe.errorCount() == 0) return result;
        Map<LoadError, Long> errors = new EnumMap<>(LoadError.class);
        errors.putAll(result.errors());
        probe.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
        return result.withErrors(errors);
    }

    private static void call(URI server, Subject.Switch one) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(SWITCH_PATIENCE)
                .build()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(server.resolve(one.path()))
                            .timeout(SWITCH_PATIENCE)
                            .header("Content-Type", "application/json")
                            .method(one.method(), HttpRequest.BodyPublishers.ofString(one.body()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() >= 300) {
                throw new IOException(one.method() + " " + one.path() + " was answered with " + answer.statusCode()
                        + ": " + answer.body().strip());
            }
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
