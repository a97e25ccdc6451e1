package vesper.bench.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Progress of a run: all threads add their counts, and one of them reports the sums. */
final class ProgressCounter {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongAdder answered;
    private final LongAdder failed;
    private final LoadProgress progress;
    private long reportedAt;
    private long countedAnswered;
    private long countedFailed;

    private ProgressCounter(LongAdder answered, LongAdder failed, LoadProgress progress) {
        this.answered = answered;
        this.failed = failed;
        this.progress = progress;
    }

    /** Creates the instance of the reporting thread. */
    static ProgressCounter reportingTo(LoadProgress progress) {
        return new ProgressCounter(new LongAdder(), new LongAdder(), progress);
    }

    /** Creates an instance for another thread, which only counts. */
    ProgressCounter withoutReports() {
        return new ProgressCounter(answered, failed, LoadProgress.NONE);
    }

    /**
     * Adds the counts since the last call, and reports about once a second.
     *
     * @param nanos time since the start of the run
     */
    void count(LoadTally tally, long nanos) {
        answered.add(tally.answered() - countedAnswered);
        failed.add(tally.failed() - countedFailed);
        countedAnswered = tally.answered();
        countedFailed = tally.failed();
        if (nanos - reportedAt < INTERVAL_NANOS) return;
        reportedAt = nanos;
        progress.onProgress(nanos / 1e9, answered.sum(), failed.sum());
    }
}
