package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
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
import vesper.testing.Rounds;

/**
 * Stops the nodes of a cluster by SIGTERM, upgrades and restarts them, one after the other, while clients use them and
 * a timer fires continuously. The short form has two nodes and one NATS server, {@code VESPER_RESTARTED_NODES=3} has
 * three of both.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(180)
class RollingRestartTest {
    private static final int NODES = Rounds.of("VESPER_RESTARTED_NODES", 2, 3);
    private static final int SERVERS = NODES < 3 ? 1 : 3;
    private static final int PLAIN_CLIENTS = 3;
    private static final int ENOUGH = 30;
    /** With pauses that double, the retries last longer than a start takes. */
    private static final int TRIES = 12;

    private static final int DOCUMENTS = 10;
    /** Until a node has stopped, so that it has much to finish. */
    private static final Duration SHORT_PAUSE = Duration.ofMillis(10);
    /** While a node starts, which needs the processors. */
    private static final Duration LONG_PAUSE = Duration.ofMillis(150);

    private static final int RINGS = 5;

    /** Each firing of the timer appends the ID of its process. */
    private static final String CLOCKS = """
            import java.nio.file.*;
            import java.time.Duration;
            import vesper.documents.*;
            import vesper.services.*;

            @DocumentService(collection = "clocks", state = Clocks.Clock.class, storage = Storage.REPLICATED)
            public class Clocks {
                public record Clock(String log) {}

                @DocumentAction
                public Clock wind(Clock current, Timers timers) {
                    timers.after("ring", Duration.ZERO);
                    return current;
                }

                @OnTimer
                public Clock ring(Clock current, Timers timers) throws Exception {
                    Path log = Path.of(current.log());
                    String process = ProcessHandle.current().pid() + "\\n";
                    Files.writeString(log, process, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    timers.after("ring", Duration.ofMillis(50));
                    return current;
                }
            }
            """;

    @TempDir
    Path folder;

    private final HttpClient pooled =
            HttpClient.builder().retries(Retries.upTo(TRIES)).build();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicBoolean stops = new AtomicBoolean();
    private volatile Duration pause = LONG_PAUSE;
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLongArray served = new AtomicLongArray(NODES);
    private final AtomicInteger servedPlain = new AtomicInteger();
    private final Set<String> made = ConcurrentHashMap.newKeySet();
    private final VesperProcess[] nodes = new VesperProcess[NODES];
    private final List<URI> addresses = new ArrayList<>();
    private NatsServers servers;

    @AfterEach
    void end() {
        stops.set(true);
        threads.shutdownNow();
        pooled.close();
        for (VesperProcess node : nodes) if (node != null) node.close();
        if (servers != null) servers.close();
    }

    private Path packagesOf(int node) {
        return folder.resolve("packages-" + node);
    }

    private void release(int node, int version) throws IOException {
        Path code = Files.createDirectories(packagesOf(node).resolve("shop/code"));
        Files.writeString(code.resolveSibling("package.properties"), "documents.notes=replicated\n");
        Files.writeString(code.resolve("Release.java"), """
                import org.springframework.web.bind.annotation.*;

                @RestController
                public class Release {
                    @GetMapping("release")
                    public String release() {
                        return "%d";
                    }
                }
                """.formatted(version));
    }

    /** Adds the timer as a separate package, which does not change and so is not compiled again. */
    private void hangUpClock(int node) throws IOException {
        Path code = Files.createDirectories(packagesOf(node).resolve("clocks/code"));
        Files.writeString(code.resolve("Clocks.java"), CLOCKS);
    }

    private void start(int node) throws IOException {
        String monitoring = servers.monitoring().stream().map(URI::toString).collect(Collectors.joining(","));
        nodes[node] = VesperProcess.serving(
                addresses.get(node).getPort(),
                packagesOf(node),
                folder.resolve("data-" + node),
                folder.resolve("node-" + node + ".log"),
                List.of(
                        "cluster.url=" + String.join(",", servers.urls()),
                        "cluster.monitoring=" + monitoring,
                        "cluster.replicas=" + SERVERS,
                        // A machine busy with other work must not make the test fail.
                        "cluster.wait=30s",
                        "http.overload=false"));
    }

    private void startAll() throws Exception {
        List<Future<?>> starting = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            int each = node;
            addresses.add(URI.create("http://127.0.0.1:" + freePort()));
            release(node, 1);
            hangUpClock(node);
            starting.add(run(() -> start(each)));
        }
        for (Future<?> each : starting) each.get();
    }

    @FunctionalInterface
    private interface Work {
        void work() throws Exception;
    }

    private Future<?> run(Work work) {
        Callable<String> task = () -> {
            work.work();
            return "";
        };
        return threads.submit(task);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private String address(int node, String path) {
        return addresses.get(node) + path;
    }

    @Test
    void no_request_fails_at_clients_that_repeat_where_a_connection_is_refused_and_none_is_done_twice()
            throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        servers = NatsServers.start(program, folder.resolve("nats"), SERVERS, "always");
        startAll();
        ClientRequest first = ClientRequest.put(address(0, "/api/notes/first")).json("{}");
        Eventually.until("it stores", () -> pooled.exchange(first).status() < 300);

        windClock();
        List<Future<?>> using = new ArrayList<>();
        for (int i = 0; i < PLAIN_CLIENTS; i++) {
            int client = i;
            using.add(run(() -> usePlain(client)));
        }
        for (int i = 0; i < NODES; i++) {
            int node = i;
            using.add(run(() -> usePooled(node)));
        }
        for (int node = 0; node < NODES; node++) {
            pause = SHORT_PAUSE;
            awaitServed(ENOUGH);
            assertThat(nodes[node].stop()).isZero();
            pause = LONG_PAUSE;
            release(node, 2);
            start(node);
            awaitRings();
            awaitServed(1);
        }
        stops.set(true);
        for (Future<?> each : using) each.get();

        assertThat(failures.stream().limit(10)).isEmpty();
        assertThat(ringers()).as("one after the other, and none again").doesNotHaveDuplicates();
        int written = 1 + DOCUMENTS * (PLAIN_CLIENTS + NODES) + made.size();
        for (int node = 0; node < NODES; node++) {
            assertThat(pooled.exchange(ClientRequest.get(address(node, "/api/release")))
                            .text())
                    .isEqualTo("2");
            ClientRequest counts = ClientRequest.get(address(node, "/admin/documents"));
            Eventually.until(
                    () -> pooled.exchange(counts)
                            .text()
                            .matches("(?s).*\"notes\".*\"documents\"\\s*:\\s*" + written + "\\b.*"),
                    () -> written + " should be in " + answerOf(counts));
        }
    }

    private Path rings() {
        return folder.resolve("rings");
    }

    private void windClock() throws IOException {
        String clock = address(0, "/api/clocks/a");
        String state = "{\"log\":\"" + rings() + "\"}";
        assertThat(pooled.exchange(ClientRequest.put(clock).json(state)).status())
                .isEqualTo(201);
        assertThat(pooled.exchange(ClientRequest.post(clock + "/wind").json("")).status())
                .isEqualTo(200);
        awaitRings();
    }

    private void awaitRings() throws IOException {
        int before = ringLines().size();
        Eventually.until("it rings", () -> ringLines().size() > before + RINGS);
    }

    private List<String> ringLines() throws IOException {
        return Files.exists(rings()) ? Files.readAllLines(rings()) : List.of();
    }

    /** Returns the processes in which the timer fired, in the order in which they took over. */
    private List<String> ringers() throws IOException {
        List<String> ringers = new ArrayList<>();
        for (String line : ringLines())
            if (ringers.isEmpty() || !ringers.getLast().equals(line)) ringers.add(line);
        return ringers;
    }

    private String answerOf(ClientRequest request) {
        try {
            return pooled.exchange(request).text();
        } catch (IOException failure) {
            return failure.toString();
        }
    }

    /** Waits until each node has sent clients this number of further responses. */
    private void awaitServed(int answers) {
        int plain = servedPlain.get();
        for (int node = 0; node < NODES; node++) {
            int at = node;
            long before = served.get(at);
            Eventually.until("node " + at + " is used", () -> served.get(at) >= before + answers);
        }
        Eventually.until("plain clients are served", () -> servedPlain.get() >= plain + answers * PLAIN_CLIENTS);
    }

    /** Writes documents that no other client writes, at one node, and reads them at another. */
    private void usePlain(int number) throws IOException {
        try (PlainClient client = new PlainClient(addresses, number)) {
            for (int n = 1; !stops.get() || n <= DOCUMENTS; n++) {
                String path = "/api/notes/plain" + number + "-" + n % DOCUMENTS;
                String body = "{\"n\":" + n + "}";
                expect("", client.ask("PUT", path, body));
                expect(body, client.ask("GET", path + "?consistent=true", ""));
                String key = "Idempotency-Key: plain" + number + "-" + n;
                PlainClient.Answer created = client.ask("POST", "/api/notes", body, key);
                expect("", created);
                made.add(created.fields().getOrDefault("location", "nowhere"));
                expect("", client.ask("GET", "/api/release", ""));
                rest();
            }
        }
    }

    /** Pauses: clients without pauses would take the CPU time that a node needs to start. */
    private void rest() {
        LockSupport.parkNanos(pause.toNanos());
    }

    private void expect(String body, PlainClient.Answer answer) {
        boolean isExpected = answer.status() / 100 == 2 && answer.body().contains(body);
        if (!isExpected) failures.add(answer.toString());
        servedPlain.incrementAndGet();
    }

    /** Does the same at one node, and retries while it is down. */
    private void usePooled(int node) throws IOException {
        for (int n = 1; !stops.get() || n <= DOCUMENTS; n++) {
            String document = address(node, "/api/notes/pooled" + node + "-" + n % DOCUMENTS);
            String body = "{\"n\":" + n + "}";
            expect("", ClientRequest.put(document).json(body), node);
            expect(body, ClientRequest.get(document), node);
            ClientRequest creation = ClientRequest.post(address(node, "/api/notes"))
                    .header("Idempotency-Key", "pooled" + node + "-" + n)
                    .json(body);
            made.add(expect("", creation, node).header("Location").orElse("nowhere"));
            expect("", ClientRequest.get(address(node, "/api/release")), node);
            rest();
        }
    }

    private ClientResponse expect(String body, ClientRequest request, int node) throws IOException {
        ClientResponse answer = pooled.exchange(request);
        boolean isExpected = answer.status() / 100 == 2 && answer.text().contains(body);
        if (!isExpected) failures.add(request + ": " + answer.status() + " " + answer.text());
        served.incrementAndGet(node);
        return answer;
    }
}
