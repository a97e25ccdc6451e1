package vesper.bench.instrument;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.process.JvmCounters;
import vesper.bench.process.ProcessTree;
import vesper.bench.statistics.StabilityRule.Window;

/** A finished run, with the resources that its server used. */
final class DrivenRun {
    private final ProcessTree processes;
    private final CpuTime before;
    private final LoadResult load;
    private final long endedAt;
    private final ProcessTree.Use use;
    private final Optional<JvmCounters> jvm;

    private DrivenRun(
            ProcessTree processes,
            CpuTime before,
            LoadResult load,
            long endedAt,
            ProcessTree.Use use,
            Optional<JvmCounters> jvm) {
        this.processes = processes;
        this.before = before;
        this.load = load;
        this.endedAt = endedAt;
        this.use = use;
        this.jvm = jvm;
    }

    static DrivenRun of(long pid, LoadEngine engine, LoadPlan plan) throws IOException, InterruptedException {
        Optional<JvmCounters> jvmBefore = counters(pid);
        var processes = new ProcessTree(pid);
        CpuTime before = processes.cpu();
        LoadResult load = engine.run(plan);
        long endedAt = System.nanoTime();
        ProcessTree.Use use = processes.use();
        Optional<JvmCounters> jvm = jvmBefore.flatMap(earlier -> counters(pid).map(after -> after.minus(earlier)));
        return new DrivenRun(processes, before, load, endedAt, use, jvm);
    }

    /** Returns the counters; empty also if they cannot be read. */
    private static Optional<JvmCounters> counters(long pid) {
        try {
            return JvmCounters.of(pid);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    LoadResult load() {
        return load;
    }

    /**
     * Returns the time since the end of the load; zero if the server was idle at that point.
     *
     * @param then the backlog at the end of the load
     */
    Duration sinceEnd(Backlog then) {
        return then.idle() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - endedAt);
    }

    CpuTime cpuSinceBegin() throws IOException {
        return processes.cpu().minus(before);
    }

    /**
     * @param isJvm true if the server has a compiler and a collector. If their counters cannot be read, their figures
     *     are NaN rather than 0.
     */
    Window window(long pending, boolean isJvm) {
        double unseen = isJvm ? Double.NaN : 0;
        double micros = load.seconds() * 1_000_000;
        double cpu = use.cpu().minus(before).totalMicros();
        return new Window(
                load.requestsPerSecond(),
                load.expectedCount() == 0 ? Double.NaN : cpu / load.expectedCount(),
                jvm.map(counters -> counters.compileMicros() / micros).orElse(unseen),
                jvm.map(counters -> counters.pauseMicros() / micros).orElse(unseen),
                pending);
    }

    /** @param checked the load, with errors that were found by other checks */
    Observation observation(LoadResult checked, OptionalLong allocatedBytes, Optional<DrainResult> drained) {
        return new Observation(
                checked, use.cpu().minus(before), use.memory(), use.threads(), jvm, allocatedBytes, drained);
    }
}
