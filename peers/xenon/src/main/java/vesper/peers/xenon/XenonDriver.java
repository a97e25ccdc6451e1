package vesper.peers.xenon;

import java.net.URI;
import java.nio.file.Path;
import vesper.peers.documents.Driver;

/**
 * {@code XenonDriver FOLDER} drives a Xenon host that keeps its files there; {@code XenonDriver FOLDER URL} drives the
 * host of another process over HTTP, by the client of one that is otherwise idle.
 */
final class XenonDriver {
    private XenonDriver() {}

    public static void main(String[] args) throws Exception {
        if (args.length < 1 || args.length > 2) throw new IllegalArgumentException("expected FOLDER [URL]");
        Path folder = Path.of(args[0]);
        Driver.run(() -> args.length == 1 ? XenonStore.open(folder) : XenonStore.of(folder, URI.create(args[1])));
        // Threads of Xenon that are no daemons outlive its stop.
        System.exit(0);
    }
}
