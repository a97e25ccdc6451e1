package vesper.cluster;

import io.nats.client.JetStreamOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.JsonText;
import vesper.documents.StateForm;
import vesper.documents.Write;
import vesper.testing.Eventually;

/** Real NATS servers, and nodes in this process that share a collection of notes through them. */
final class TestNodes implements AutoCloseable {
    /**
     * Options for the requests of tests. Servers that have just started on a busy machine need more than two seconds.
     */
    static final JetStreamOptions PATIENT =
            JetStreamOptions.builder().requestTimeout(Duration.ofSeconds(30)).build();

    static final DocumentId A = new DocumentId("a");
    static final DocumentId B = new DocumentId("b");

    record Node(String name, Cluster cluster, Documents documents, DocumentCollection<JsonText> notes) {
        Write put(DocumentId id, int n) {
            return notes.put(id, json(n));
        }

        int number(DocumentId id) {
            String text = notes.get(id).orElseThrow().value().toString();
            return Integer.parseInt(text.replaceAll("\\D", ""));
        }

        /** Waits until a write succeeds: servers that have just started may have no leader yet. */
        void awaitPut(DocumentId id, int n) {
            Eventually.until("it is stored", () -> put(id, n) instanceof Write.Stored);
        }

        /** Publishes the node to the others as ready. */
        void publish() {
            publish(() -> "1");
        }

        /** @param version called for each publication of the node */
        void publish(Supplier<String> version) {
            cluster.publishMember(() -> new Member(
                    cluster.node(), "http://" + name, version.get(), "2026-01-01T00:00:00Z", true, 0, List.of()));
        }

        String trouble() {
            return cluster.trouble().orElse("");
        }

        void awaitTrouble(String text) {
            Eventually.until("its trouble is: " + text, () -> trouble().contains(text));
        }

        void close() {
            documents.close();
            cluster.close();
        }
    }

    private final Path folder;
    final NatsServers servers;
    private final List<Node> nodes = new ArrayList<>();

    private TestNodes(Path folder, NatsServers servers) {
        this.folder = folder;
        this.servers = servers;
    }

    static TestNodes start(Path folder, int count) throws Exception {
        return start(folder, count, "always");
    }

    static TestNodes start(Path folder, int count, String sync) throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        return new TestNodes(folder, NatsServers.start(program, folder.resolve("nats"), count, sync));
    }

    ClusterSettings settings() {
        return new ClusterSettings(
                servers.urls(), "test", servers.count(), ClusterAccess.OPEN, servers.monitoring(), false);
    }

    /** Starts a node that keeps its data under this name. */
    Node node(String name) throws Exception {
        return node(name, settings());
    }

    Node node(String name, ClusterSettings settings) throws Exception {
        Cluster cluster = Cluster.join(settings);
        DocumentsOptions options = DocumentsOptions.DEFAULTS;
        Documents documents = Documents.ofNode(folder.resolve(name), Clock.systemUTC(), options, cluster);
        var node = new Node(
                name, cluster, documents, documents.collection("notes", StateForm.json(), CollectionPolicy.REPLICATED));
        nodes.add(node);
        return node;
    }

    /** Restarts a node with its data. */
    Node restart(Node before) throws Exception {
        stop(before);
        return node(before.name);
    }

    void stop(Node node) {
        nodes.remove(node);
        node.close();
    }

    Path copiesOf(Node node) {
        return folder.resolve(node.name).resolve("copies");
    }

    static JsonText json(int n) {
        return JsonText.of(Map.of("n", n), new Codec(false));
    }

    void killAll() throws Exception {
        for (int i = 0; i < servers.count(); i++) servers.kill(i);
    }

    void startAll() throws Exception {
        for (int i = 0; i < servers.count(); i++) servers.start(i);
        servers.awaitReady();
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) Files.copy(file, to.resolve(from.relativize(file)));
        }
    }

    @Override
    public void close() {
        List.copyOf(nodes).forEach(this::stop);
        servers.close();
    }
}
