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
 * A node's part in a cluster on this machine. The first node starts the servers of NATS, one for each node, each of which has
 * what it acknowledges on its disk, and its address is theirs; the others are told that address.
 */
final class ClusterNode implements Closeable {
    private static final String NAME = "bench";
    private static final String SYNC = "always";
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final String BETWEEN = ",";
    private static final String BETWEEN_LISTS = ";";

    private final Optional<NatsServers> servers;
    private final String address;
    private final Cluster cluster;

    private ClusterNode(Optional<NatsServers> servers, String address, Cluster cluster) {
        this.servers = servers;
        this.address = address;
        this.cluster = cluster;
    }

    /**
     * The first of so many.
     *
     * @param folder for what the servers keep
     * @throws UnsupportedOperationException where there is no program to start, and none can be fetched
     */
    static ClusterNode first(Path folder, int nodes) throws IOException, InterruptedException {
        NatsServers servers = NatsServers.start(program(), folder, nodes, SYNC);
        try {
            // They are processes of their own, and this one may be ended by a signal.
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(servers::close));
            String address = String.join(BETWEEN, servers.urls())
                    + BETWEEN_LISTS
                    + servers.monitoring().stream().map(URI::toString).collect(Collectors.joining(BETWEEN));
            return new ClusterNode(Optional.of(servers), address, connected(address, nodes));
        } catch (IOException | InterruptedException | RuntimeException failure) {
            servers.close();
            throw failure;
        }
    }

    /** Another one. */
    static ClusterNode joining(String address, int nodes) throws IOException, InterruptedException {
        return new ClusterNode(Optional.empty(), address, connected(address, nodes));
    }

    private static Path program() throws InterruptedException {
        try {
            return NatsProgram.get(NatsProgram.cache(), System.err::println);
        } catch (IOException none) {
            throw new UnsupportedOperationException("servers of NATS: " + none.getMessage(), none);
        }
    }

    private static Cluster connected(String address, int nodes) throws IOException, InterruptedException {
        String[] lists = address.split(BETWEEN_LISTS, -1);
        if (lists.length != 2)
            throw new IllegalArgumentException("no servers and where they tell of themselves: " + address);
        List<URI> monitoring =
                Arrays.stream(lists[1].split(BETWEEN)).map(URI::create).toList();
        return Cluster.connect(
                new ClusterSettings(
                        List.of(lists[0].split(BETWEEN)), NAME, nodes, ClusterAccess.OPEN, monitoring, false),
                LONGEST_WAIT);
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
