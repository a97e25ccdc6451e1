package vesper.launcher;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;
import vesper.launcher.hostile.ServerProcess;
import vesper.testing.network.LinkNetwork;
import vesper.testing.network.Party;

/**
 * Vesper nodes and an equal number of NATS servers as processes, with links between all of them that can be cut.
 * Thread-safe.
 */
final class HttpCluster implements AutoCloseable {
    private static final List<String> SMALL = List.of("-Xmx160m", "-XX:TieredStopAtLevel=1");
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);

    /** @param life number of restarts of the node */
    private record Node(ServerProcess process, int life) {}

    /** @param life number of restarts of the node that responded */
    record Answer(int status, HttpResponse<String> response, int life) {
        /** Returns the version in its {@code ETag}. */
        long version() {
            String tag = response.headers().firstValue("ETag").orElseThrow();
            return Long.parseLong(tag.replace("\"", ""));
        }

        String body() {
            return response.body();
        }
    }

    private final Path folder;
    private final LinkNetwork network;
    private final NatsServers servers;
    private final Node[] nodes;
    private final List<List<String>> settings = new ArrayList<>();
    /** Never retries a request that changes something. */
    private final HttpClient client = HttpClient.newHttpClient();

    private HttpCluster(Path folder, LinkNetwork network, NatsServers servers) {
        this.folder = folder;
        this.network = network;
        this.servers = servers;
        this.nodes = new Node[servers.count()];
    }

    private static NatsServers servers(Path program, Path folder, int count, LinkNetwork network) throws Exception {
        try {
            return NatsServers.start(
                    program,
                    folder.resolve("nats"),
                    count,
                    "always",
                    (from, to, port) -> network.port(Party.server(from), Party.server(to), port));
        } catch (IOException | InterruptedException | RuntimeException failure) {
            network.close();
            throw failure;
        }
    }

    /**
     * Starts the servers and nodes.
     *
     * @param folder contains the {@code packages} that all nodes serve
     */
    static HttpCluster start(Path folder, int count) throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        var network = new LinkNetwork();
        NatsServers servers = servers(program, folder, count, network);
        var cluster = new HttpCluster(folder, network, servers);
        try (ExecutorService starting = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> started = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int node = i;
                cluster.settings.add(cluster.settings(Party.node(node)));
                started.add(starting.submit(() -> {
                    cluster.start(node);
                    return null;
                }));
            }
            for (Future<?> each : started) each.get();
            return cluster;
        } catch (Exception failure) {
            cluster.close();
            throw failure;
        }
    }

    private List<String> settings(Party node) throws IOException {
        List<String> urls = new ArrayList<>();
        for (int to = 0; to < servers.count(); to++) {
            urls.add("nats://127.0.0.1:" + network.port(node, Party.server(to), servers.port(to)));
        }
        String monitoring = servers.monitoring().stream().map(URI::toString).collect(Collectors.joining(","));
        return List.of(
                "cluster.url=" + String.join(",", urls),
                "cluster.monitoring=" + monitoring,
                "cluster.replicas=" + servers.count());
    }

    /** Starts a node and waits until it is ready. */
    void start(int node) throws IOException {
        Path own = Files.createDirectories(folder.resolve("node-" + node));
        ServerProcess process = ServerProcess.serving(
                SMALL,
                folder.resolve("packages"),
                own.resolve("data"),
                settings.get(node).toArray(String[]::new));
        synchronized (nodes) {
            Node before = nodes[node];
            nodes[node] = new Node(process, before == null ? 0 : before.life + 1);
        }
    }

    private Node node(int index) {
        synchronized (nodes) {
            return nodes[index];
        }
    }

    /** Kills a node, like {@code kill -9}. */
    void kill(int node) {
        node(node).process.close();
    }

    int count() {
        return nodes.length;
    }

    LinkNetwork network() {
        return network;
    }

    NatsServers servers() {
        return servers;
    }

    /**
     * Sends a request to a node.
     *
     * @param fields names and values of header fields, alternating
     * @throws IOException if the outcome is unknown
     */
    Answer ask(int node, String method, String path, String body, String... fields) throws IOException {
        Node now = node(node);
        InetSocketAddress address = now.process.address();
        URI uri = URI.create("http://" + address.getHostString() + ":" + address.getPort() + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(LONGEST_ANSWER)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (fields.length > 0) request.headers(fields);
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response, now.life);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupt);
        }
    }

    @Override
    public void close() throws IOException {
        client.shutdownNow();
        synchronized (nodes) {
            for (Node node : nodes) if (node != null) node.process.close();
        }
        servers.close();
        network.close();
    }
}
