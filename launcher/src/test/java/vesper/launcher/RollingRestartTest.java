package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;
import vesper.http.client.ClientRequest;
import vesper.http.client.ClientResponse;
import vesper.http.client.HttpClient;
import vesper.http.client.Retries;
import vesper.testing.Eventually;

/** The nodes of a cluster are upgraded one after the other while they are used. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(180)
class RollingRestartTest {
    private static final int NODES = 3;
    private static final int CLIENTS_OF_EACH = 2;
    private static final int ENOUGH = 30;
    /** With pauses that double, they go on for longer than a start takes. */
    private static final int TRIES = 12;

    @TempDir
    Path folder;

    private final HttpClient client =
            HttpClient.builder().retries(Retries.upTo(TRIES)).build();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicBoolean stops = new AtomicBoolean();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLongArray served = new AtomicLongArray(NODES);
    private final RunningVesper[] nodes = new RunningVesper[NODES];
    private final List<Integer> ports = new ArrayList<>();
    private NatsServers servers;

    @AfterEach
    void end() {
        stops.set(true);
        threads.shutdownNow();
        client.close();
        for (RunningVesper node : nodes) if (node != null) node.close();
        if (servers != null) servers.close();
    }

    private Path packagesOf(int node) {
        return folder.resolve("packages-" + node);
    }

    private void release(int node, int version) throws Exception {
        Path code = Files.createDirectories(packagesOf(node).resolve("shop/code"));
        Files.writeString(code.resolveSibling("package.properties"), "documents.notes=replicated\n");
        Files.writeString(code.resolve("Release.groovy"), """
                import org.springframework.web.bind.annotation.*
                @RestController
                class Release {
                    @GetMapping('release')
                    String release() { '%d' }
                }
                """.formatted(version));
    }

    private void start(int node) throws Exception {
        String monitoring = servers.monitoring().stream().map(URI::toString).collect(Collectors.joining(","));
        nodes[node] = RunningVesper.serving(
                ports.get(node),
                packagesOf(node),
                folder.resolve("data-" + node),
                "cluster.url=" + String.join(",", servers.urls()),
                "cluster.monitoring=" + monitoring,
                "cluster.replicas=" + NODES);
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private String address(int node, String path) {
        return "http://127.0.0.1:" + ports.get(node) + path;
    }

    @Test
    void no_request_fails_behind_a_client_that_repeats_while_a_node_is_not_there() throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        servers = NatsServers.start(program, folder.resolve("nats"), NODES, "always");
        for (int node = 0; node < NODES; node++) {
            ports.add(freePort());
            release(node, 1);
            start(node);
            ClientRequest first =
                    ClientRequest.put(address(node, "/api/notes/first")).json("{}");
            Eventually.until("it stores", () -> client.exchange(first).status() < 300);
        }
        List<Future<?>> using = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            for (int i = 0; i < CLIENTS_OF_EACH; i++) {
                int of = node;
                String name = "c" + node + "-" + i;
                using.add(threads.submit(() -> use(of, name)));
            }
        }
        for (int node = 0; node < NODES; node++) {
            awaitServed();
            release(node, 2);
            assertThat(nodes[node].stop()).isZero();
            start(node);
        }
        awaitServed();
        stops.set(true);
        for (Future<?> each : using) each.get();
        assertThat(failures).isEmpty();
        for (int node = 0; node < NODES; node++) {
            assertThat(client.exchange(ClientRequest.get(address(node, "/api/release")))
                            .text())
                    .isEqualTo("2");
        }
    }

    private void awaitServed() {
        for (int node = 0; node < NODES; node++) {
            int at = node;
            long before = served.get(at);
            Eventually.until("node " + at + " is used", () -> served.get(at) >= before + ENOUGH);
        }
    }

    /** Writes documents that nobody else writes, and reads them. */
    private void use(int node, String name) {
        for (int n = 1; !stops.get(); n++) {
            String document = address(node, "/api/notes/" + name + "-" + n % 10);
            String body = "{\"n\":" + n + "}";
            expect(200, body, ClientRequest.put(document).json(body), node);
            expect(200, body, ClientRequest.get(document), node);
            expect(200, "", ClientRequest.get(address(node, "/api/release")), node);
        }
    }

    private void expect(int status, String body, ClientRequest request, int node) {
        try {
            ClientResponse answer = client.exchange(request);
            boolean isCreated = answer.status() == 201;
            boolean isExpected =
                    (answer.status() == status || isCreated) && answer.text().contains(body);
            if (!isExpected) failures.add(request + ": " + answer.status() + " " + answer.text());
            served.incrementAndGet(node);
        } catch (IOException failure) {
            failures.add(request + ": " + failure);
        }
    }
}
