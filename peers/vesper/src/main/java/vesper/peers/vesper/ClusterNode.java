package vesper.peers.vesper;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import vesper.cluster.Cluster;
import vesper.cluster.ClusterAccess;
import vesper.cluster.ClusterSettings;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;

/**
 * A node's membership in a cluster on this machine. The first node starts the NATS servers, one for each node. Each
 * server syncs to disk before it acknowledges. The first node's address is that of the servers, and the other nodes
 * connect to it.
 */
final class ClusterNode implements Closeable {
    private static final String NAME = "bench";
    private static final String SYNC = "always";
    private static final Duration MAX_WAIT = Duration.ofSeconds(30);
    private static final String SEPARATOR = ",";
    private static final String LIST_SEPARATOR = ";";

    private final Optional<NatsServers> servers;
    private final String address;
    private final Cluster cluster;

    private ClusterNode(Optional<NatsServers> servers, String address, Cluster cluster) {
        this.servers = servers;
        this.address = address;
        this.cluster = cluster;
    }

    /**
     * Starts the servers and connects the first node.
     *
     * @param folder folder for the servers' data
     * @param nodes number of nodes of the cluster
     * @throws UnsupportedOperationException if there is no NATS program, and it cannot be downloaded
     */
    static ClusterNode first(Path folder, int nodes) throws IOException, InterruptedException {
        NatsServers servers = NatsServers.start(program(), folder, nodes, SYNC);
        try {
            // The servers are separate processes, and a signal may end this one.
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(servers::close));
            String address = String.join(SEPARATOR, servers.urls())
                    + LIST_SEPARATOR
                    + servers.monitoring().stream().map(URI::toString).collect(Collectors.joining(SEPARATOR));
            return new ClusterNode(Optional.of(servers), address, connect(address, nodes));
        } catch (IOException | InterruptedException | RuntimeException failure) {
            servers.close();
            throw failure;
        }
    }

    /** Connects another node. */
    static ClusterNode join(String address, int nodes) throws IOException, InterruptedException {
        return new ClusterNode(Optional.empty(), address, connect(address, nodes));
    }

    private static Path program() throws InterruptedException {
        try {
            return NatsProgram.get(NatsProgram.cache(), System.err::println);
        } catch (IOException none) {
            throw new UnsupportedOperationException("NATS servers: " + none.getMessage(), none);
        }
    }

    private static Cluster connect(String address, int nodes) throws IOException, InterruptedException {
        String[] lists = address.split(LIST_SEPARATOR, -1);
        if (lists.length != 2)
            throw new IllegalArgumentException(
                    "expected the addresses of the servers and of their monitoring: " + address);
        List<URI> monitoring =
                Arrays.stream(lists[1].split(SEPARATOR)).map(URI::create).toList();
        return Cluster.connect(
                new ClusterSettings(
                        List.of(lists[0].split(SEPARATOR)), NAME, nodes, ClusterAccess.OPEN, monitoring, false),
                MAX_WAIT);
    }

    String address() {
        return address;
    }

    Cluster cluster() {
        return cluster;
    }

    @Override
    public void close() {
        cluster.close();
        servers.ifPresent(NatsServers::close);
    }
}
