package vesper.bench;

import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.process.ResidentMemory;

/**
 * One recorded run.
 *
 * @param round counted from 1
 * @param pipelining requests in flight on each connection
 * @param cpu what the server's process used during the run
 * @param memory what it held after the run
 */
record RecordedRun(int round, String arm, int pipelining, LoadResult load, CpuTime cpu, ResidentMemory memory) {
    double cpuMicrosPerRequest() {
        return perRequest(cpu.totalMicros());
    }

    double userMicrosPerRequest() {
        return perRequest(cpu.userMicros());
    }

    double systemMicrosPerRequest() {
        return perRequest(cpu.systemMicros());
    }

    private double perRequest(long micros) {
        return load.requests() == 0 ? Double.NaN : (double) micros / load.requests();
    }
}
