package vesper.peers.vesper;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import vesper.journal.SyncPolicy;
import vesper.peers.documents.Driver;

/**
 * {@code VesperDriver always|interval:5s FOLDER}: when durable documents are synced, and where they are kept;
 * {@code VesperDriver SYNC FOLDER URL} drives the documents of another process over HTTP. {@code VesperDriver SYNC FOLDER
 * first N} is the first of N nodes, with whose address {@code VesperDriver SYNC FOLDER node N ADDRESS} are the others. The system
 * property {@code documents.cacheBytes} says how much of their values is kept in memory, where it is to be another
 * amount than by default.
 */
final class VesperDriver {
    private VesperDriver() {}

    public static void main(String[] args) throws Exception {
        if (args.length < 2)
            throw new IllegalArgumentException("expected SYNC FOLDER [URL | first N | node N ADDRESS]");
        SyncPolicy sync = sync(args[0]);
        Path folder = Path.of(args[1]);
        Driver.run(opening(folder, sync, args));
    }

    private static Driver.Opening opening(Path folder, SyncPolicy sync, String... args) {
        return switch (args.length) {
            case 2 -> () -> VesperStore.open(folder, sync);
            case 3 -> () -> VesperStore.of(folder, sync, URI.create(args[2]));
            case 4 -> () -> VesperStore.first(folder, sync, Integer.parseInt(args[3]));
            default -> () -> VesperStore.node(folder, sync, Integer.parseInt(args[3]), args[4]);
        };
    }

    private static SyncPolicy sync(String text) {
        return switch (text) {
            case "always" -> new SyncPolicy.Always();
            case "interval:5s" -> new SyncPolicy.Interval(Duration.ofSeconds(5));
            default -> throw new IllegalArgumentException("no sync " + text);
        };
    }
}
