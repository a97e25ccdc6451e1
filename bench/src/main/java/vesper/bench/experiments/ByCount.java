package vesper.bench.experiments;

import java.io.IOException;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadResult;

/** Uses one engine for runs of a given duration, and another for runs of a number of requests. */
record ByCount(LoadEngine forAWhile, LoadEngine forACount) implements LoadEngine {
    @Override
    public LoadResult run(LoadPlan plan) throws IOException, InterruptedException {
        return (plan.requests() < Long.MAX_VALUE ? forACount : forAWhile).run(plan);
    }

    @Override
    public String description() {
        return forAWhile.description() + ", and a number of requests by " + forACount.description();
    }
}
