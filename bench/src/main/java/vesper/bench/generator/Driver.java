package vesper.bench.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.bench.instrument.Unavailable;
import vesper.bench.load.AbEngine;
import vesper.bench.load.HttpTarget;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadResult;
import vesper.bench.load.WrkEngine;
import vesper.bench.process.CpuTime;

/**
 * A load generator and the CPU time that it uses. Runs must not overlap, and no other child process may end during a
 * run.
 */
final class Driver {
    static final String OWN = "own";
    static final String WRK = "wrk";
    static final String AB = "ab";

    /** The total CPU time so far of the process that generates the load. */
    private interface CpuClock {
        CpuTime read() throws IOException;
    }

    /** @param cpu CPU time of all threads of this JVM, or of the tool from its start to its end */
    record Run(LoadResult load, CpuTime cpu) {}

    private final String name;
    private final LoadEngine engine;
    private final CpuClock clock;
    private final boolean needsCount;

    private Driver(String name, LoadEngine engine, CpuClock clock, boolean isCounting) {
        this.name = name;
        this.engine = engine;
        this.clock = clock;
        this.needsCount = isCounting;
    }

    /** Returns our own generator, in this process. */
    static Driver own() {
        return new Driver(OWN, new LoadGenerator(), () -> CpuTime.of(pid()), false);
    }

    private static Driver tool(String name, LoadEngine engine, boolean isCounting) {
        // The CPU time of a child is added to that of ended children once it has been waited for.
        return new Driver(name, engine, () -> CpuTime.ofEndedChildren(pid()), isCounting);
    }

    /** @param missing receives the tools that are not installed */
    static List<Driver> all(String searchPath, Path scratch, List<Unavailable> missing) {
        List<Driver> all = new ArrayList<>(List.of(own()));
        Optional<WrkEngine> wrk = WrkEngine.find(searchPath, scratch);
        Optional<AbEngine> ab = AbEngine.find(searchPath, scratch);
        wrk.ifPresent(engine -> all.add(tool(WRK, engine, false)));
        ab.ifPresent(engine -> all.add(tool(AB, engine, true)));
        if (wrk.isEmpty()) missing.add(new Unavailable(WRK, "not on the PATH", false));
        if (ab.isEmpty()) missing.add(new Unavailable(AB, "not on the PATH", false));
        return all;
    }

    String name() {
        return name;
    }

    /** @param expectedPerSecond expected rate, to compute the number of requests for a tool that takes no duration */
    Run drive(HttpTarget target, int connections, Duration length, double expectedPerSecond)
            throws IOException, InterruptedException {
        LoadPlan plan = LoadPlan.closedLoop(target, connections, length);
        if (needsCount) {
            plan = plan.withRequests(Math.max(connections, (long) (expectedPerSecond * length.toNanos() / 1e9)));
        }
        CpuTime before = clock.read();
        LoadResult load = engine.run(plan);
        return new Run(load, clock.read().minus(before));
    }

    private static long pid() {
        return ProcessHandle.current().pid();
    }
}
