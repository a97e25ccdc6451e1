package vesper.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import vesper.bench.load.LatencyMicros;
import vesper.bench.load.LoadError;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.process.ResidentMemory;

/** Makes findings as an experiment would leave them behind. */
final class FindingsOf {
    final Findings findings = new Findings();

    FindingsOf arm(String name, ArmKind kind) {
        return arm(name, kind, true);
    }

    FindingsOf arm(String name, ArmKind kind, boolean stable) {
        var arm = new Arm(name, kind, "1.0", List.of(), Path.of("."), Duration.ofSeconds(1));
        findings.started(arm, Optional.of(300L));
        findings.warmed(arm, new Warmth(stable, 12));
        return this;
    }

    /** A run of one second. */
    FindingsOf run(int round, String arm, int pipelining, long requests, double cpuMicrosPerRequest) {
        return run(round, arm, pipelining, requests, cpuMicrosPerRequest, Map.of());
    }

    FindingsOf run(
            int round,
            String arm,
            int pipelining,
            long requests,
            double cpuMicrosPerRequest,
            Map<LoadError, Long> errors) {
        var load = new LoadResult(requests, 1, errors, new LatencyMicros(100, 200, 400, 800));
        long cpu = Math.round(requests * cpuMicrosPerRequest);
        findings.record(new RecordedRun(
                round, arm, pipelining, load, new CpuTime(cpu / 4, cpu - cpu / 4), new ResidentMemory(200L << 20)));
        return this;
    }

    PeersResult concluded() {
        return concludedAt(Scale.QUICK);
    }

    PeersResult concludedAt(Scale scale) {
        var setting = new Setting(
                LocalDateTime.of(2026, 11, 21, 12, 0),
                true,
                "own generator, one thread",
                scale,
                Workload.hello(64),
                OptionalInt.of(2),
                7,
                Map.of("kernel", "Linux"));
        return PeersResult.conclude(setting, findings);
    }

    /** Vesper at 1.1 times the CPU of the floor, below its one peer, and five times as fast when pipelined. */
    static FindingsOf allBarsMet() {
        var of = new FindingsOf()
                .arm("vesper", ArmKind.VESPER)
                .arm("floor", ArmKind.FLOOR)
                .arm("netty", ArmKind.PEER);
        for (int round = 1; round <= 3; round++) {
            of.run(round, "vesper", 1, 98_000, 5.5)
                    .run(round, "vesper", 16, 490_000, 1)
                    .run(round, "floor", 1, 100_000, 5)
                    .run(round, "netty", 1, 90_000, 7);
        }
        return of;
    }
}
