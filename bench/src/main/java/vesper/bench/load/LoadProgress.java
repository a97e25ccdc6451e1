package vesper.bench.load;

/** Receives the progress of a run about once a second, on one of the run's threads. */
public interface LoadProgress {
    LoadProgress NONE = (seconds, answered, failed) -> {};

    void onProgress(double seconds, long answered, long failed);
}
