package vesper.peers.xenon;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import vesper.peers.documents.Driver;

/**
 * Drives Xenon.
 *
 * <pre>
 * XenonDriver FOLDER                a host in this process, with its files in the folder
 * XenonDriver FOLDER URL            the host of another process over HTTP, by the client of an otherwise idle host
 * XenonDriver FOLDER first N        the first of N hosts
 * XenonDriver FOLDER node N URL     another host, with the address of the first
 * </pre>
 */
final class XenonDriver {
    private XenonDriver() {}

    public static void main(String[] args) throws Exception {
        if (args.length < 1) throw new IllegalArgumentException("expected FOLDER [URL | first N | node N URL]");
        Driver.run(factory(Path.of(args[0]), args));
        // Xenon has non-daemon threads that survive its stop.
        System.exit(0);
    }

    private static Driver.StoreFactory factory(Path folder, String... args) {
        return switch (args.length) {
            case 1 -> () -> XenonStore.open(folder);
            case 2 -> () -> XenonStore.of(folder, URI.create(args[1]));
            case 3 -> () -> XenonStore.node(folder, Integer.parseInt(args[2]), Optional.empty());
            default -> () -> XenonStore.node(folder, Integer.parseInt(args[2]), Optional.of(URI.create(args[3])));
        };
    }
}
