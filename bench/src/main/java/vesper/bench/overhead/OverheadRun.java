package vesper.bench.overhead;

import java.time.Duration;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.process.ResidentMemory;

/**
 * One recorded run.
 *
 * @param round counted from 1; a sustained run is of the first
 * @param loaded CPU time of the server's process while the load ran
 * @param drained the same until everything that was recorded had been sealed
 * @param backlog when the load ended
 * @param drainTook from then until the server was idle
 * @param memory of the process after that
 */
record OverheadRun(
        Phase phase,
        int round,
        RecordingCase recording,
        LoadResult load,
        CpuTime loaded,
        CpuTime drained,
        Backlog backlog,
        Duration drainTook,
        Census census,
        ResidentMemory memory) {
    double requestsPerSecond() {
        return load.requestsPerSecond();
    }

    double loadedMicrosPerRequest() {
        return perRequest(loaded);
    }

    double drainedMicrosPerRequest() {
        return perRequest(drained);
    }

    double drainSeconds() {
        return drainTook.toMillis() / 1000.0;
    }

    private double perRequest(CpuTime cpu) {
        return load.requests() == 0 ? Double.NaN : (double) cpu.totalMicros() / load.requests();
    }
}
