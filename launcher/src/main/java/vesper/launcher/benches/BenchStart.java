package vesper.launcher.benches;

/** What came of asking for a bench to be run. */
public sealed interface BenchStart {
    record Started(BenchRun run) implements BenchStart {}

    /** Another one runs; two would measure each other. */
    record Busy(String id) implements BenchStart {}

    /** The bench speaks plain HTTP only. */
    record NeedsPlainHttp() implements BenchStart {}

    /** The server is stopping. */
    record Stopping() implements BenchStart {}

    record Failed(String why) implements BenchStart {}
}
