package vesper.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import vesper.bench.load.HttpTarget;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadError;
import vesper.bench.load.LoadGenerator;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.process.ResidentMemory;
import vesper.bench.process.ServerProcess;

/** An arm whose process is up, and what is measured of it around a run. */
final class RunningArm implements Closeable {
    private final Arm arm;
    private final ServerProcess server;
    private final LoadPlan plan;

    private RunningArm(Arm arm, ServerProcess server, LoadPlan plan) {
        this.arm = arm;
        this.server = server;
        this.plan = plan;
    }

    static RunningArm start(Arm arm, Workload workload, Path log) throws IOException, InterruptedException {
        ServerProcess server = ServerProcess.start(arm.name(), arm.command(), arm.directory(), log, arm.patience());
        var target = HttpTarget.of(server.url().resolve(workload.path()));
        return new RunningArm(
                arm,
                server,
                LoadPlan.closedLoop(target, workload.connections(), Duration.ofSeconds(1))
                        .expecting(workload.expectedBody()));
    }

    Arm arm() {
        return arm;
    }

    ServerProcess server() {
        return server;
    }

    /** Drives the server and tells what that cost it. */
    RecordedRun measure(LoadEngine engine, int round, int pipelining, Duration length)
            throws IOException, InterruptedException {
        if (!server.isAlive()) throw new IOException(arm.name() + " has ended");
        CpuTime before = CpuTime.of(server.pid());
        LoadResult result = engine.run(plan.withPipelining(pipelining).lasting(length));
        CpuTime used = CpuTime.of(server.pid()).minus(before);
        return new RecordedRun(round, arm.name(), pipelining, checked(result), used, ResidentMemory.of(server.pid()));
    }

    @Override
    public void close() {
        server.close();
    }

    /** Not every engine looks at bodies, so one more answer is looked at after each run. */
    private LoadResult checked(LoadResult result) throws IOException, InterruptedException {
        LoadResult probe = new LoadGenerator().run(plan.withRequests(1));
        if (probe.errorCount() == 0) return result;
        Map<LoadError, Long> errors = new EnumMap<>(LoadError.class);
        errors.putAll(result.errors());
        probe.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
        return new LoadResult(result.requests(), result.seconds(), errors, result.latency());
    }
}
