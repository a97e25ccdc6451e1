package vesper.bench.load;

import java.io.IOException;

/**
 * Our own load engine: one thread, one selector, requests rendered beforehand. In steady state it allocates nothing per
 * request, so its own garbage does not disturb what it measures. Each call drives one run on the calling thread;
 * interrupting that thread ends it.
 */
public final class LoadGenerator implements LoadEngine {
    @Override
    public LoadResult run(LoadPlan plan) throws IOException, InterruptedException {
        try (GeneratorRun run = GeneratorRun.prepare(plan)) {
            return run.drive();
        }
    }

    @Override
    public String description() {
        return "own generator, one thread";
    }
}
