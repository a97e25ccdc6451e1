package vesper.launcher.benches;

/** The outcome of starting a benchmark. */
public sealed interface BenchStart {
    record Started(BenchRun run) implements BenchStart {}

    /** Another benchmark is running; the two would disturb each other. */
    record Busy(String id) implements BenchStart {}

    /** The bench supports plain HTTP only. */
    record NeedsPlainHttp() implements BenchStart {}

    record Stopping() implements BenchStart {}

    record Failed(String why) implements BenchStart {}
}
