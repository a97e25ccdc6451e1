package vesper.bench.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Tells how far a run is, which all of its threads count together and one of them tells. */
final class Telling {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongAdder answered;
    private final LongAdder failed;
    private final LoadProgress progress;
    private long told;
    private long countedAnswered;
    private long countedFailed;

    private Telling(LongAdder answered, LongAdder failed, LoadProgress progress) {
        this.answered = answered;
        this.failed = failed;
        this.progress = progress;
    }

    /** For the thread that tells. */
    static Telling to(LoadProgress progress) {
        return new Telling(new LongAdder(), new LongAdder(), progress);
    }

    /** For one that only counts. */
    Telling counting() {
        return new Telling(answered, failed, LoadProgress.NONE);
    }

    /** @param nanos since the run began */
    void count(LoadTally tally, long nanos) {
        answered.add(tally.answered() - countedAnswered);
        failed.add(tally.failed() - countedFailed);
        countedAnswered = tally.answered();
        countedFailed = tally.failed();
        if (nanos - told < INTERVAL_NANOS) return;
        told = nanos;
        progress.at(nanos / 1e9, answered.sum(), failed.sum());
    }
}
