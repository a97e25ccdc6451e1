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
 * Our own load engine: on each thread one selector, requests rendered beforehand or without garbage. In steady state it
 * allocates nothing per request, so that what it measures is not disturbed. A run of one thread happens on the calling
 * one; interrupting the calling thread ends a run of any.
 */
public final class LoadGenerator implements LoadEngine {
    private final LoadProgress progress;

    public LoadGenerator() {
        this(LoadProgress.NONE);
    }

    /** @param progress is told how far a run is */
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
     * As {@link #run}, but an interrupt ends it with what it saw until then, and the thread stays interrupted. What was under
     * way at that moment is neither answered nor an error.
     */
    public LoadResult runUntilInterrupted(LoadPlan plan) throws IOException {
        List<GeneratorRun> runs = prepare(plan);
        try {
            return runs.size() == 1
                    ? runs.getFirst().drive().result()
                    : together(runs).result();
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
        Telling telling = Telling.to(progress);
        List<GeneratorRun> runs = new ArrayList<>();
        long startedAt = System.nanoTime();
        for (Share share : shares(plan)) {
            Telling own = share.index() == 0 ? telling : telling.counting();
            runs.add(new GeneratorRun(plan, share, connections.get(share.index()), own, startedAt));
        }
        return runs;
    }

    private static List<Share> shares(LoadPlan plan) {
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < plan.threads(); i++) shares.add(new Share(i, plan.threads()));
        return shares;
    }

    private static LoadTally together(List<GeneratorRun> runs) throws IOException {
        List<Future<LoadTally>> driven = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(runs.size())) {
            for (GeneratorRun run : runs) driven.add(threads.submit((Callable<LoadTally>) run::drive));
            try {
                for (Future<LoadTally> each : driven) each.get();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException _) {
                // Told below, once all have ended.
            } finally {
                // One that failed, or an interrupt, ends those that still drive.
                threads.shutdownNow();
            }
        }
        LoadTally all = tallyOf(driven.getFirst());
        for (Future<LoadTally> other : driven.subList(1, driven.size())) all.add(tallyOf(other));
        return all;
    }

    /** @param ended whatever way it ended */
    private static LoadTally tallyOf(Future<LoadTally> ended) throws IOException {
        if (ended.state() == Future.State.SUCCESS) return ended.resultNow();
        if (ended.exceptionNow() instanceof IOException cause) throw cause;
        throw new IllegalStateException("the generator failed", ended.exceptionNow());
    }
}
