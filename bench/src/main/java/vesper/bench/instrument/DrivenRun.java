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

/** One run that is over, with what its server used meanwhile. */
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
        CpuTime before = processes.use().cpu();
        LoadResult load = engine.run(plan);
        long endedAt = System.nanoTime();
        ProcessTree.Use use = processes.use();
        Optional<JvmCounters> jvm = jvmBefore.flatMap(earlier -> counters(pid).map(after -> after.minus(earlier)));
        return new DrivenRun(processes, before, load, endedAt, use, jvm);
    }

    /** Empty also where they cannot be read. */
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

    /** @param then what there was to do when the load had ended; nothing takes no time */
    Duration sinceEnd(Backlog then) {
        return then.idle() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - endedAt);
    }

    CpuTime cpuSinceBegin() throws IOException {
        return processes.use().cpu().minus(before);
    }

    /**
     * @param isJvm whether there is a compiler, and a collector; what they do is NaN where their counters cannot be read,
     *     which is not the same as nothing
     */
    Window window(long pending, boolean isJvm) {
        double unseen = isJvm ? Double.NaN : 0;
        double micros = load.seconds() * 1_000_000;
        double cpu = use.cpu().minus(before).totalMicros();
        return new Window(
                load.requestsPerSecond(),
                load.asExpected() == 0 ? Double.NaN : cpu / load.asExpected(),
                jvm.map(counters -> counters.compileMicros() / micros).orElse(unseen),
                jvm.map(counters -> counters.pauseMicros() / micros).orElse(unseen),
                pending);
    }

    /** @param checked the load, with what was wrong beside */
    Observation observation(LoadResult checked, OptionalLong allocatedBytes, Optional<Drained> drained) {
        return new Observation(
                checked, use.cpu().minus(before), use.memory(), use.threads(), jvm, allocatedBytes, drained);
    }
}
