package vesper.bench.documents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import vesper.bench.PeersBuild;
import vesper.bench.PeersClassPath;
import vesper.bench.Progress;

/**
 * The programs of {@code peers/xenon} and {@code peers/vesper}, which are built if missing or older than their sources.
 */
final class PeerDrivers implements Drivers {
    private static final List<String> XENON_SOURCES = List.of("peers/documents", "peers/xenon");
    private static final List<String> VESPER_SOURCES = List.of(
            "peers/documents", "peers/vesper", "cluster", "services", "rest", "http", "documents", "journal", "codec");

    /**
     * The flags with which Vesper itself starts, used for all contestants, so that no difference is due to flags alone.
     */
    private static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");

    private final Path javaHome = Path.of(System.getProperty("java.home"));
    private final PeersBuild build;
    private Optional<PeersClassPath> xenon = Optional.empty();
    private Optional<PeersClassPath> vesper = Optional.empty();

    PeerDrivers(Path root, Progress progress, Path logs) {
        String searchPath = Objects.requireNonNullElse(System.getenv("PATH"), "");
        build = new PeersBuild(root.toAbsolutePath(), javaHome, searchPath, progress, logs);
    }

    @Override
    public void prepare() throws IOException, InterruptedException {
        xenon = Optional.of(build.jars("peers/xenon", XENON_SOURCES));
        vesper = Optional.of(build.jars("peers/vesper", VESPER_SOURCES));
    }

    @Override
    public List<String> command(Contestant contestant, List<String> flags, Path data, Optional<String> server) {
        List<String> command =
                new ArrayList<>(List.of(javaHome.resolve("bin/java").toString()));
        command.addAll(FLAGS);
        command.addAll(flags);
        command.addAll(program(contestant, data));
        server.ifPresent(command::add);
        return command;
    }

    @Override
    public List<String> node(Contestant contestant, List<String> flags, Path data, int nodes, Optional<String> first) {
        List<String> command = command(contestant, flags, data, Optional.empty());
        command.add(first.isPresent() ? "node" : "first");
        command.add(Integer.toString(nodes));
        first.ifPresent(command::add);
        return command;
    }

    private List<String> program(Contestant contestant, Path data) {
        return switch (contestant) {
            case XENON ->
                List.of(
                        // Otherwise Xenon stores its files under its current port number, and does not find them when
                        // it opens them again.
                        "-Dxenon.ServiceHost.APPEND_PORT_TO_SANDBOX=false",
                        "-cp",
                        xenon.orElseThrow().text(),
                        "vesper.peers.xenon.XenonDriver",
                        data.toString());
            case VESPER, VESPER_ALONE, VESPER_AGAIN -> vesper("always", data);
            case VESPER_INTERVAL -> vesper("interval:5s", data);
        };
    }

    private List<String> vesper(String sync, Path data) {
        return List.of(
                // Lets the server's event loops carry the virtual threads of its handlers, as in the product.
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "-cp",
                vesper.orElseThrow().text(),
                "vesper.peers.vesper.VesperDriver",
                sync,
                data.toString());
    }
}
