package vesper.bench.results;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import vesper.bench.BarVerdict;
import vesper.bench.design.Level;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Backlog;
import vesper.bench.instrument.DrainResult;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.Observation;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.RecordedRun;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.instrument.WarmUpResult;
import vesper.bench.load.GeneratorReport;
import vesper.bench.load.LatencyMicros;
import vesper.bench.load.LoadError;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.process.JvmCounters;
import vesper.bench.process.ResidentMemory;
import vesper.bench.results.Contrasts.Group;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.statistics.StabilityRule.Window;

/** Creates records like those of an experiment. */
public final class RecordsBuilder {
    private static final LatencyMicros LATENCY = new LatencyMicros(100, 200, 400, 800);

    public final ExperimentRecords records = new ExperimentRecords();

    public RecordsBuilder arm(String name) {
        return arm(name, Optional.empty());
    }

    public RecordsBuilder arm(String name, Optional<String> objection) {
        var subject = new ServerSpec(
                name.replaceAll(" .*", ""),
                "1.0",
                List.of("serve"),
                Map.of(),
                Path.of("."),
                true,
                Duration.ofSeconds(1),
                List.of());
        records.plan(List.of(new Arm(name, List.of(new Level("server", name)), subject, LoadSpec.get("/", 1))));
        records.addWarmUp(new WarmUpResult(
                1, name, List.of(new Window(900, 11, 0.2, 0, 0), new Window(1000, 10, 0, 0, 0)), objection));
        return this;
    }

    /** Adds a run of one second in the first start. */
    public RecordsBuilder run(int round, String arm, long requests, double cpuMicrosPerRequest) {
        return run(1, round, arm, requests, cpuMicrosPerRequest, Map.of());
    }

    public RecordsBuilder run(
            int start, int round, String arm, long requests, double cpuMicrosPerRequest, Map<LoadError, Long> errors) {
        return run(start, round, arm, cpuMicrosPerRequest, new LoadResult(requests, 1, errors, LATENCY));
    }

    /** Adds a run in which one request took that many microseconds. */
    public RecordsBuilder slowRun(int round, String arm, double micros) {
        var load = new LoadResult(1000, 1, Map.of(), new LatencyMicros(100, 200, 400, micros));
        return run(1, round, arm, 5, load);
    }

    /** Adds a run with a report of our own generator. */
    public RecordsBuilder run(
            int round, String arm, long requests, double cpuMicrosPerRequest, GeneratorReport generator) {
        var load = new LoadResult(requests, 1, Map.of(), LATENCY, Optional.of(generator));
        return run(1, round, arm, cpuMicrosPerRequest, load);
    }

    private RecordsBuilder run(int start, int round, String arm, double cpuMicrosPerRequest, LoadResult load) {
        long requests = load.requests();
        long cpu = Math.round(requests * cpuMicrosPerRequest);
        var observation = new Observation(
                load,
                CpuTime.ofParts(cpu / 4, cpu - cpu / 4),
                new ResidentMemory(200L << 20),
                7,
                Optional.of(new JvmCounters(0, 1500, 2)),
                OptionalLong.of(64 * requests));
        records.record(new RecordedRun(start, round, arm, observation));
        return this;
    }

    /**
     * Adds a run of one second in the first start, by a server that seals 7 records within a quarter of a second after
     * it.
     */
    public RecordsBuilder drainedRun(
            int round, String arm, long requests, double cpuMicrosPerRequest, double untilDrainedPerRequest) {
        var load = new LoadResult(requests, 1, Map.of(), new LatencyMicros(100, 200, 400, 800));
        var seen = new Observation(
                load,
                CpuTime.ofParts(Math.round(requests * cpuMicrosPerRequest), 0),
                new ResidentMemory(200L << 20),
                7,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.of(new DrainResult(
                        new Backlog(false, 7, 40),
                        Duration.ofMillis(250),
                        CpuTime.ofParts(Math.round(requests * untilDrainedPerRequest), 0))));
        records.record(new RecordedRun(1, round, arm, seen));
        return this;
    }

    /**
     * Compares arms under one kind of load.
     *
     * @param same arms that were measured twice
     */
    Contrasts contrasts(List<Pair> compared, Pair... same) {
        return contrasts(records, compared, same);
    }

    static Contrasts contrasts(ExperimentRecords records, List<Pair> compared, Pair... same) {
        return Contrasts.of(records, List.of(new Group("", compared, List.of(same))));
    }

    public Outcome concluded(List<Pair> compared, List<BarVerdict> bars, String... gates) {
        return concluded(compared, bars, Map.of("kernel", "Linux"), gates);
    }

    Outcome concluded(List<Pair> compared, List<BarVerdict> bars, Map<String, String> machine, String... gates) {
        List<Gate> parsed = new ArrayList<>();
        for (String gate : gates) parsed.add(Gate.parse(gate));
        var setting = new ExperimentSetting(
                "peers",
                "Hello compared with its peers",
                LocalDateTime.of(2026, 11, 21, 12, 0),
                true,
                "own generator, one thread",
                Pace.QUICK,
                7,
                machine,
                List.of("64 connections."),
                List.of(),
                "",
                false);
        return Outcome.conclude(setting, records, contrasts(compared), bars, parsed);
    }
}
