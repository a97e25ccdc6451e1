package vesper.peers.vesper;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import vesper.journal.SyncPolicy;
import vesper.peers.documents.Driver;

/**
 * Drives Vesper's documents.
 *
 * <pre>
 * VesperDriver SYNC FOLDER                   documents of this process in the folder; SYNC is always or interval:5s
 * VesperDriver SYNC FOLDER URL               documents of another process, over HTTP
 * VesperDriver SYNC FOLDER first N           the first of N nodes
 * VesperDriver SYNC FOLDER node N ADDRESS    another node, with the address of the first
 * </pre>
 *
 * SYNC says when durable documents are synced. The system property {@code documents.cacheBytes} replaces the default
 * size of the cache of values.
 */
final class VesperDriver {
    private VesperDriver() {}

    public static void main(String[] args) throws Exception {
        if (args.length < 2)
            throw new IllegalArgumentException("expected SYNC FOLDER [URL | first N | node N ADDRESS]");
        SyncPolicy sync = sync(args[0]);
        Path folder = Path.of(args[1]);
        Driver.run(factory(folder, sync, args));
    }

    private static Driver.StoreFactory factory(Path folder, SyncPolicy sync, String... args) {
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
            default -> throw new IllegalArgumentException("unknown sync policy " + text);
        };
    }
}
