package vesper.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import vesper.bench.load.LoadEngine;
import vesper.bench.statistics.Steadiness;

/**
 * Drives a server in windows until neither its rate nor its CPU time per request changes any more, or patience ends.
 * Both must be steady: a compiler at work shows in the CPU first, a filling heap in the rate.
 */
final class Warmup {
    private static final int NO_ROUND = 0;

    private final Scale scale;
    private final LoadEngine engine;

    Warmup(Scale scale, LoadEngine engine) {
        this.scale = scale;
        this.engine = engine;
    }

    Warmth warm(RunningArm running) throws IOException, InterruptedException {
        var steadiness = new Steadiness(scale.tolerance());
        int fewest = running.arm().kind().runsOnTheJvm() ? scale.fewestJvmWindows() : 0;
        List<Double> rates = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        while (rates.size() < scale.mostWindows()) {
            RecordedRun window = running.measure(engine, NO_ROUND, 1, scale.window());
            rates.add(window.load().requestsPerSecond());
            costs.add(window.cpuMicrosPerRequest());
            boolean steady = steadiness.isReachedBy(rates) && steadiness.isReachedBy(costs);
            if (steady && rates.size() >= fewest) return new Warmth(true, rates.size());
        }
        return new Warmth(false, rates.size());
    }
}
