package vesper.bench.generator;

import vesper.bench.load.LoadResult;

/** A recorded run. {@code round} is counted from 1. */
record DriverRun(int round, Target target, String driver, Driver.Run run) {
    private LoadResult load() {
        return run.load();
    }

    double rate() {
        return load().requestsPerSecond();
    }

    /**
     * Returns the driver's CPU time per request. NaN for the slow server: there a tool uses too little CPU time to
     * measure in ticks of 10 ms.
     */
    double cpuMicrosPerRequest() {
        if (load().requests() == 0 || target == Target.SLOW) return Double.NaN;
        return (double) run.cpu().totalMicros() / load().requests();
    }

    double medianMicros() {
        return load().latency().p50();
    }

    long requests() {
        return load().requests();
    }

    double seconds() {
        return load().seconds();
    }

    long errors() {
        return load().errorCount();
    }
}
