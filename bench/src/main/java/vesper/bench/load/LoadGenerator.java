package vesper.bench.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Our own load engine. Each thread has one selector and sends requests that are rendered in advance or without garbage.
 * In steady state it allocates nothing per request, so that collections do not disturb the measurement. A run with one
 * thread uses the calling thread. Interrupting the calling thread ends any run.
 */
public final class LoadGenerator implements LoadEngine {
    private final LoadProgress progress;

    public LoadGenerator() {
        this(LoadProgress.NONE);
    }

    /** @param progress receives the progress of each run */
    public LoadGenerator(LoadProgress progress) {
        this.progress = progress;
    }

    @Override
    public LoadResult run(LoadPlan plan) throws IOException, InterruptedException {
        LoadResult result = runUntilInterrupted(plan);
        if (Thread.interrupted()) throw new InterruptedException("load run interrupted");
        return result;
    }

    /**
     * Runs a plan like {@link #run}, but an interrupt ends it with the measurements so far and the interrupt flag stays
     * set. Requests in flight at that moment count neither as answered nor as errors.
     */
    public LoadResult runUntilInterrupted(LoadPlan plan) throws IOException {
        List<GeneratorRun> runs = prepare(plan);
        try {
            return runs.size() == 1
                    ? runs.getFirst().drive().result()
                    : driveInParallel(runs).result();
        } finally {
            runs.forEach(GeneratorRun::close);
        }
    }

    @Override
    public String description() {
        return "own generator";
    }

    private List<GeneratorRun> prepare(LoadPlan plan) throws IOException {
        List<List<LoadConnection>> connections = shares(plan).stream()
                .map(share -> PreparedConnections.of(plan, share))
                .toList();
        ProgressCounter telling = ProgressCounter.reportingTo(progress);
        List<GeneratorRun> runs = new ArrayList<>();
        long startedAt = System.nanoTime();
        for (Share share : shares(plan)) {
            ProgressCounter own = share.index() == 0 ? telling : telling.withoutReports();
            runs.add(new GeneratorRun(plan, share, connections.get(share.index()), own, startedAt));
        }
        return runs;
    }

    private static List<Share> shares(LoadPlan plan) {
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < plan.threads(); i++) shares.add(new Share(i, plan.threads()));
        return shares;
    }

    private static LoadTally driveInParallel(List<GeneratorRun> runs) throws IOException {
        List<Future<LoadTally>> driven = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(runs.size())) {
            for (GeneratorRun run : runs) driven.add(threads.submit((Callable<LoadTally>) run::drive));
            try {
                for (Future<LoadTally> each : driven) each.get();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException _) {
                // Thrown below, once all threads have ended.
            } finally {
                // A failure or an interrupt ends the other threads, too.
                threads.shutdownNow();
            }
        }
        LoadTally all = tallyOf(driven.getFirst());
        for (Future<LoadTally> other : driven.subList(1, driven.size())) all.add(tallyOf(other));
        return all;
    }

    /** Returns the tally of a finished task, or throws its failure. */
    private static LoadTally tallyOf(Future<LoadTally> ended) throws IOException {
        if (ended.state() == Future.State.SUCCESS) return ended.resultNow();
        if (ended.exceptionNow() instanceof IOException cause) throw cause;
        throw new IllegalStateException("the generator failed", ended.exceptionNow());
    }
}
