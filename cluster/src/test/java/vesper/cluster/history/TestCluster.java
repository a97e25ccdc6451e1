package vesper.cluster.history;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;
import vesper.testing.network.Network;
import vesper.testing.network.Party;

/**
 * An equal number of nodes and servers, each in its own process, with a network between them that can fail. The clocks
 * of the nodes are far apart.
 */
final class TestCluster implements AutoCloseable {
    private static final long APART_MILLIS = 600_000;

    private final Network network;
    private final NatsServers servers;
    private final List<NodeProcess> nodes = new ArrayList<>();

    /** Places the servers in the test network, and routes their connections through it. */
    private record InNetwork(Network network) implements NatsServers.Routing {
        @Override
        public int port(int from, int to, int port) throws IOException {
            return network.port(Party.server(from), Party.server(to), port);
        }

        @Override
        public String host(int index) {
            return network.host(Party.server(index));
        }

        @Override
        public List<String> commandPrefix(int index) {
            return network.entry(Party.server(index));
        }

        @Override
        public boolean isReachable() {
            return network.isReachable();
        }
    }

    private TestCluster(Network network, NatsServers servers) {
        this.network = network;
        this.servers = servers;
    }

    /** @param folder for all data and logs */
    static TestCluster start(Path folder, int count) throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        Network network = Network.between(count, System.out::println);
        NatsServers servers;
        try {
            servers = NatsServers.start(program, folder.resolve("nats"), count, "always", new InNetwork(network));
        } catch (IOException | InterruptedException | RuntimeException failure) {
            network.close();
            throw failure;
        }
        var cluster = new TestCluster(network, servers);
        try {
            cluster.startNodes(folder);
            return cluster;
        } catch (Exception failure) {
            cluster.close();
            throw failure;
        }
    }

    private void startNodes(Path folder) throws Exception {
        String monitoring = servers.monitoring().stream().map(URI::toString).collect(Collectors.joining(","));
        for (int i = 0; i < servers.count(); i++) {
            long wrongMillis = (i - 1) * APART_MILLIS;
            nodes.add(new NodeProcess(
                    folder.resolve("node" + i + ".log"),
                    network.entry(Party.node(i)),
                    List.of(
                            folder.resolve("node" + i).toString(),
                            urlsFor(Party.node(i)),
                            monitoring,
                            Integer.toString(servers.count()),
                            Long.toString(wrongMillis))));
        }
        try (ExecutorService starting = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> started = new ArrayList<>();
            for (NodeProcess node : nodes) {
                started.add(starting.submit(() -> {
                    node.start();
                    return null;
                }));
            }
            for (Future<?> each : started) each.get();
        }
    }

    private String urlsFor(Party node) throws IOException {
        List<String> urls = new ArrayList<>();
        for (int to = 0; to < servers.count(); to++) {
            Party server = Party.server(to);
            urls.add("nats://" + network.host(server) + ":" + network.port(node, server, servers.port(to)));
        }
        return String.join(",", urls);
    }

    Network network() {
        return network;
    }

    NatsServers servers() {
        return servers;
    }

    List<NodeProcess> nodes() {
        return nodes;
    }

    @Override
    public void close() throws IOException {
        nodes.forEach(NodeProcess::close);
        servers.close();
        network.close();
    }
}
