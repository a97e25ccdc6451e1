package vesper.bench.load;

/** Is told about once a second how far a run is, on one of its threads. */
public interface LoadProgress {
    LoadProgress NONE = (seconds, answered, failed) -> {};

    void at(double seconds, long answered, long failed);
}
