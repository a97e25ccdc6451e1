package vesper.peers.xenon;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import vesper.peers.documents.Driver;

/**
 * {@code XenonDriver FOLDER} drives a Xenon host that keeps its files there; {@code XenonDriver FOLDER URL} drives the
 * host of another process over HTTP, by the client of one that is otherwise idle. {@code XenonDriver FOLDER first N} is the
 * first of N hosts, with whose address {@code XenonDriver FOLDER node N URL} are the others.
 */
final class XenonDriver {
    private XenonDriver() {}

    public static void main(String[] args) throws Exception {
        if (args.length < 1) throw new IllegalArgumentException("expected FOLDER [URL | first N | node N URL]");
        Driver.run(opening(Path.of(args[0]), args));
        // Threads of Xenon that are no daemons outlive its stop.
        System.exit(0);
    }

    private static Driver.Opening opening(Path folder, String... args) {
        return switch (args.length) {
            case 1 -> () -> XenonStore.open(folder);
            case 2 -> () -> XenonStore.of(folder, URI.create(args[1]));
            case 3 -> () -> XenonStore.node(folder, Integer.parseInt(args[2]), Optional.empty());
            default -> () -> XenonStore.node(folder, Integer.parseInt(args[2]), Optional.of(URI.create(args[3])));
        };
    }
}
