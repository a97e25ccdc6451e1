package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;
import vesper.testing.Rounds;

/** Tests {@code vesper cluster demo} with processes of Vesper and NATS, some of which are killed. */
@Timeout(240)
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestMethodOrder(OrderAnnotation.class)
class ClusterDemoTest {
    private static final int WRITERS = 6;
    private static final Duration BETWEEN_WRITES = Duration.ofMillis(20);
    private static final int LOADED_A_SECOND = 60;
    /** All kills happen in the first half of this load. */
    private static final int LOADED = Rounds.of("VESPER_DEMO_LOAD_SECONDS", 6, 10) * LOADED_A_SECOND;

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private static final List<URI> NODES = new ArrayList<>();
    private static Demo demo;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private VesperProcess again;

    /** The command in a separate process. Closing stops it as Ctrl-C does. */
    private record Demo(Process process, Path folder) {
        static Demo begin(Path folder, int nodes) throws IOException {
            List<String> command =
                    VesperProcess.command("cluster", "demo", "--nodes", "" + nodes, "--data", folder + "/demo");
            return new Demo(
                    new ProcessBuilder(command)
                            .redirectError(folder.resolve("stderr").toFile())
                            .start(),
                    folder);
        }

        /** Returns when a node is on its way. */
        static Demo starting(Path folder) throws IOException {
            Demo demo = begin(folder, 1);
            Eventually.until("a node is on its way", () -> Files.exists(folder.resolve("demo/node-1/vesper.log")));
            return demo;
        }

        String said() throws IOException {
            return Files.readString(folder.resolve("stderr"));
        }

        /** Stops the demo and everything that it has started. */
        void stop() throws Exception {
            List<ProcessHandle> all = process.descendants().toList();
            process.destroy();
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            List<ProcessHandle> left =
                    all.stream().filter(ProcessHandle::isAlive).toList();
            left.forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            assertThat(ended).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(all).isNotEmpty();
            assertThat(left).isEmpty();
        }
    }

    @BeforeAll
    static void start() throws IOException {
        demo = Demo.begin(shared, 3);
        BufferedReader out = demo.process().inputReader();
        for (int i = 0; i < 3; i++) {
            String ready = out.readLine();
            assertThat(ready).as(demo.said()).matches("ready http://127\\.0\\.0\\.1:\\d+/ in \\d+ ms");
            NODES.add(URI.create(ready.split(" ")[1]));
        }
    }

    @AfterAll
    static void stop() throws Exception {
        demo.stop();
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
        client.shutdownNow();
        if (again != null) again.close();
    }

    private HttpResponse<String> send(URI node, String method, String path, String body, String... fields)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(node.resolve(path))
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (fields.length > 0) request.headers(fields);
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private void put(URI node, String id, String body) throws Exception {
        Eventually.until(
                "it is stored",
                () -> send(node, "PUT", "/api/notes/" + id, body).statusCode() < 300);
    }

    @Test
    @Order(1)
    void what_one_node_takes_every_node_has_with_conditions_searches_and_streams() throws Exception {
        URI one = NODES.getFirst();
        URI two = NODES.getLast();
        put(one, "a", "{\"text\":\"hello\"}");
        HttpResponse<String> read = send(two, "GET", "/api/notes/a?consistent=true", "");
        assertThat(read.body()).isEqualTo("{\"text\":\"hello\"}");
        assertThat(read.headers().firstValue("ETag")).contains("\"1\"");
        assertThat(read.headers().firstValue("Vesper-Lag").orElseThrow()).matches("\\d+");
        HttpResponse<String> missing = send(two, "GET", "/api/notes/z", "");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.headers().firstValue("Vesper-Lag").orElseThrow()).matches("\\d+");
        assertThat(send(two, "PUT", "/api/notes/a", "{\"text\":\"there\"}", "If-Match", "\"1\"")
                        .statusCode())
                .isEqualTo(200);
        assertThat(send(one, "PUT", "/api/notes/a", "{}", "If-Match", "\"1\"").statusCode())
                .isEqualTo(412);
        assertThat(send(one, "GET", "/api/notes?q=text:there&consistent=true", "")
                        .body())
                .contains("\"_version\":2");
        assertThat(send(one, "GET", "/api/notes/a/versions", "").body()).contains("2", "1");

        String made = send(one, "POST", "/api/notes", "{\"n\":1}", "Idempotency-Key", "k")
                .headers()
                .firstValue("Location")
                .orElseThrow();
        send(two, "GET", made + "?consistent=true", "");
        assertThat(send(two, "POST", "/api/notes", "{\"n\":1}", "Idempotency-Key", "k")
                        .headers()
                        .firstValue("Location"))
                .contains(made);

        assertThat(send(one, "POST", "/admin/monitor/rules", "{\"name\":\"all\",\"path\":\"/api/**\"}")
                        .statusCode())
                .isEqualTo(201);
        Eventually.until(
                "the other one records by the rule too",
                () -> send(two, "GET", "/admin/monitor/rules/all", "").statusCode() == 200);
        assertThat(send(two, "DELETE", "/admin/monitor/rules/all", "", "If-Match", "\"1\"")
                        .statusCode())
                .isEqualTo(204);
        assertThat(send(one, "POST", "/admin/monitor/rules", "{\"name\":\"all\"}")
                        .headers()
                        .firstValue("ETag"))
                .contains("\"3\"");

        assertThat(send(one, "GET", "/health/ready", "").statusCode()).isEqualTo(200);
        Eventually.until("both are members", () -> {
            String members = send(one, "GET", "/admin/cluster", "").body();
            return members.contains(one.toString()) && members.contains(two.toString());
        });
    }

    @Test
    @Order(2)
    void a_stop_while_it_starts_ends_what_was_begun() throws Exception {
        Demo.starting(folder).stop();
    }

    @Test
    @Order(3)
    void a_folder_that_is_in_use_or_has_the_documents_of_more_servers_is_refused() throws Exception {
        Demo other = Demo.starting(folder);
        try {
            assertThat(refusal("--nodes", "1")).contains(folder + "/demo is used by another server");
        } finally {
            other.stop();
        }
        assertThat(refusal("--nodes", "3")).contains("has the documents of 1 NATS servers, not of 3");
    }

    private String refusal(String... options) {
        List<String> command = new ArrayList<>(List.of("cluster", "demo", "--data", folder + "/demo"));
        command.addAll(List.of(options));
        CommandRun refused = CommandRun.of(command.toArray(String[]::new));
        assertThat(refused.exitCode()).isNotZero();
        return refused.err();
    }

    /** The last one, since it leaves the cluster without a node and a server. */
    @Test
    @Order(4)
    void nothing_acknowledged_is_missing_where_a_node_and_a_server_are_killed_while_vesper_load_writes()
            throws Exception {
        put(NODES.getFirst(), "first", "{\"text\":\"hello\"}");
        Eventually.until(
                "it is on the third",
                () -> send(NODES.getLast(), "GET", "/api/notes/first", "")
                        .body()
                        .equals("{\"text\":\"hello\"}"));
        var stops = new AtomicBoolean();
        var stored = new AtomicInteger();
        List<Future<Map<String, Integer>>> writers = new ArrayList<>();
        for (int w = 0; w < WRITERS; w++) {
            int writer = w;
            writers.add(threads.submit(() -> write(writer, stops, stored)));
        }
        Process load = load();
        Eventually.until("all write", () -> stored.get() > 100 && isThere(NODES.getFirst(), "load-1"));

        killed(processOf("nats n2"));
        killed(processOf("node 3"));
        assertThat(isThere(NODES.getFirst(), "load-" + LOADED / 2)).isFalse();
        int before = stored.get();
        Eventually.until("they go on", () -> stored.get() > before + 100);
        again = VesperProcess.configured(settingsOf("node 3"), folder.resolve("again.log"));
        assertThat(again.address()).isEqualTo(NODES.getLast());
        Loaded loaded = outcomeOf(load);
        stops.set(true);
        Map<String, Integer> acknowledged = new HashMap<>();
        for (Future<Map<String, Integer>> writer : writers) acknowledged.putAll(writer.get());

        assertThat(acknowledged).isNotEmpty();
        assertThat(loaded.acknowledged()).isGreaterThan(LOADED / 2);
        for (URI node : NODES) {
            Eventually.until(
                    "it knows what is newest",
                    () -> send(node, "GET", "/api/notes/first?consistent=true", "")
                                    .statusCode()
                            == 200);
            for (var each : acknowledged.entrySet()) {
                // A write without a response may have been stored later.
                String there =
                        send(node, "GET", "/api/notes/" + each.getKey(), "").body();
                assertThat(Integer.parseInt(there)).isGreaterThanOrEqualTo(each.getValue());
            }
            // Each document was sent once: those acknowledged must exist, the others may.
            assertThat(loadedAt(node)).isBetween(loaded.acknowledged(), LOADED);
        }
    }

    /** Starts a load that puts each document once, at a constant rate, to the first node. */
    private Process load() throws IOException {
        Path note = Files.writeString(folder.resolve("note.json"), "{\"n\":{counter}}");
        List<String> command = VesperProcess.command(
                "load", "-m", "PUT", "--template", note.toString(), "-n", "" + LOADED, "--rate", "" + LOADED_A_SECOND);
        command.addAll(List.of("-c", "4", "--expect-status", "201", "--json"));
        command.add(NODES.getFirst().resolve("/api/notes/load-") + "{counter}");
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("load.err").toFile())
                .start();
    }

    /** @param acknowledged number of writes with a successful response */
    private record Loaded(int acknowledged) {}

    private Loaded outcomeOf(Process load) throws Exception {
        String said = new String(load.getInputStream().readAllBytes(), UTF_8);
        assertThat(load.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(load.exitValue())
                .as(said + Files.readString(folder.resolve("load.err")))
                .isZero();
        return new Loaded(number(said, "requests") - number(said, "status"));
    }

    private static int number(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*(\\d+)").matcher(json);
        assertThat(found.find()).as(json).isTrue();
        return Integer.parseInt(found.group(1));
    }

    private int loadedAt(URI node) throws Exception {
        String notes = send(node, "GET", "/api/notes?limit=1000", "").body();
        return (int) Pattern.compile("\"_id\"\\s*:\\s*\"load-\\d+\"")
                .matcher(notes)
                .results()
                .count();
    }

    private boolean isThere(URI node, String id) throws Exception {
        return send(node, "GET", "/api/notes/" + id, "").statusCode() == 200;
    }

    /**
     * Writes to one node, or to the next one if that is down.
     *
     * @return the last acknowledged value of each document
     */
    private Map<String, Integer> write(int writer, AtomicBoolean stops, AtomicInteger stored) throws Exception {
        Map<String, Integer> acknowledged = new HashMap<>();
        int at = writer;
        for (int n = 1; !stops.get(); n++) {
            String id = "w" + writer + "-" + n % 10;
            try {
                URI node = NODES.get(at % NODES.size());
                if (send(node, "PUT", "/api/notes/" + id, "" + n).statusCode() < 300) {
                    acknowledged.put(id, n);
                    stored.incrementAndGet();
                }
            } catch (IOException gone) {
                at++;
            }
            LockSupport.parkNanos(BETWEEN_WRITES.toNanos());
        }
        return acknowledged;
    }

    private static void killed(ProcessHandle process) throws Exception {
        process.destroyForcibly();
        process.onExit().get(20, TimeUnit.SECONDS);
    }

    /** Returns information that the demo prints about one of its processes. */
    private String told(String what, String about) throws Exception {
        String all =
                Eventually.answer("what the demo tells", demo::said, said -> said.contains("Ctrl-C stops everything"));
        Matcher found = Pattern.compile(what + " is process " + about).matcher(all);
        assertThat(found.find()).as(all).isTrue();
        return found.group(1);
    }

    private ProcessHandle processOf(String what) throws Exception {
        return ProcessHandle.of(Long.parseLong(told(what, "(\\d+);"))).orElseThrow();
    }

    private Path settingsOf(String what) throws Exception {
        return Path.of(told(what, "\\d+; .* run --config (\\S+)"));
    }
}
