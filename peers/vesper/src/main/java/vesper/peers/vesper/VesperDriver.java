package vesper.peers.vesper;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import vesper.journal.SyncPolicy;
import vesper.peers.documents.Driver;

/**
 * {@code VesperDriver always|interval:5s FOLDER}: when durable documents are synced, and where they are kept;
 * {@code VesperDriver SYNC FOLDER URL} drives the documents of another process over HTTP. The system
 * property {@code documents.cacheBytes} says how much of their values is kept in memory, where it is to be another
 * amount than by default.
 */
final class VesperDriver {
    private VesperDriver() {}

    public static void main(String[] args) throws Exception {
        if (args.length < 2 || args.length > 3) throw new IllegalArgumentException("expected SYNC FOLDER [URL]");
        SyncPolicy sync = sync(args[0]);
        Path folder = Path.of(args[1]);
        Driver.run(() ->
                args.length == 2 ? VesperStore.open(folder, sync) : VesperStore.of(folder, sync, URI.create(args[2])));
    }

    private static SyncPolicy sync(String text) {
        return switch (text) {
            case "always" -> new SyncPolicy.Always();
            case "interval:5s" -> new SyncPolicy.Interval(Duration.ofSeconds(5));
            default -> throw new IllegalArgumentException("no sync " + text);
        };
    }
}
