package vesper.bench.experiments;

import java.io.IOException;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadResult;

/** Uses one engine for closed loops, and another for requests at a rate. */
record ByDrive(LoadEngine closedLoop, LoadEngine atRate) implements LoadEngine {
    @Override
    public LoadResult run(LoadPlan plan) throws IOException, InterruptedException {
        return (plan.arrivals().isPresent() ? atRate : closedLoop).run(plan);
    }

    @Override
    public String description() {
        return closedLoop.description() + ", and at a rate by " + atRate.description();
    }
}
