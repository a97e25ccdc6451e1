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

/** Processes of Vesper and as many servers of NATS, and links between all of them that can be cut. Any thread may ask. */
final class HttpCluster implements AutoCloseable {
    private static final List<String> SMALL = List.of("-Xmx160m", "-XX:TieredStopAtLevel=1");
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);

    /** @param life which of its lives this is, each beginning with a start */
    private record Node(ServerProcess process, int life) {}

    /** @param life of the node, by the number of its starts */
    record Answer(int status, HttpResponse<String> response, int life) {
        /** The version that its {@code ETag} says. */
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
    /** Sends nothing a second time by itself that changes something. */
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

    /** @param folder with the {@code packages} that all of them serve */
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

    /** Returns when it is ready to be asked. */
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

    /** Ends one as {@code kill -9} does. */
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
     * Asks a node.
     *
     * @param fields of the head, each name before its value
     * @throws IOException where nobody knows what came of it
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
