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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** Tests {@code vesper cluster demo} with processes of Vesper and NATS, some of which are killed. */
@Timeout(240)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClusterDemoTest {
    private static final int WRITERS = 6;
    private static final int LOADED_A_SECOND = 60;
    /** Enough for ten seconds. All kills happen in the first half. */
    private static final int LOADED = 10 * LOADED_A_SECOND;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<URI> nodes = new ArrayList<>();
    private Process demo;
    private VesperProcess again;

    private void begin(int count) throws IOException {
        demo = new ProcessBuilder(
                        VesperProcess.command("cluster", "demo", "--nodes", "" + count, "--data", folder + "/demo"))
                .redirectError(folder.resolve("stderr").toFile())
                .start();
    }

    private void start(int count) throws IOException {
        begin(count);
        BufferedReader out = demo.inputReader();
        for (int i = 0; i < count; i++) {
            String ready = out.readLine();
            assertThat(ready)
                    .as(Files.readString(folder.resolve("stderr")))
                    .matches("ready http://127\\.0\\.0\\.1:\\d+/ in \\d+ ms");
            nodes.add(URI.create(ready.split(" ")[1]));
        }
    }

    @AfterEach
    void end() throws Exception {
        threads.shutdownNow();
        client.shutdownNow();
        if (again != null) again.close();
        List<ProcessHandle> all = demo.descendants().toList();
        demo.destroy();
        boolean ended = demo.waitFor(60, TimeUnit.SECONDS);
        all.forEach(ProcessHandle::destroyForcibly);
        demo.destroyForcibly();
        assertThat(ended).isTrue();
        assertThat(demo.exitValue()).isZero();
        assertThat(all).noneMatch(ProcessHandle::isAlive);
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
    void what_one_node_takes_every_node_has_with_conditions_searches_and_streams() throws Exception {
        start(2);
        URI one = nodes.getFirst();
        URI two = nodes.getLast();
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
    void a_stop_while_it_starts_ends_what_was_begun() throws Exception {
        begin(1);
        Eventually.until("a node is on its way", () -> Files.exists(folder.resolve("demo/node-1/vesper.log")));
        List<ProcessHandle> begun = demo.descendants().toList();
        demo.destroy();
        assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(demo.exitValue()).isZero();
        assertThat(begun).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void a_folder_that_is_in_use_or_has_the_documents_of_more_servers_is_refused() throws Exception {
        start(1);
        assertThat(refusal("--nodes", "1")).contains(folder + "/demo is used by another server");
        demo.destroy();
        assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(refusal("--nodes", "3")).contains("has the documents of 1 servers of NATS, and not of 3");
    }

    private String refusal(String... options) throws Exception {
        List<String> command = new ArrayList<>(VesperProcess.command("cluster", "demo", "--data", folder + "/demo"));
        command.addAll(List.of(options));
        Process refused = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader said = refused.inputReader()) {
            String all = said.readAllAsString();
            assertThat(refused.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(refused.exitValue()).isNotZero();
            return all;
        } finally {
            refused.destroyForcibly();
        }
    }

    @Test
    void nothing_acknowledged_is_missing_where_a_node_and_a_server_are_killed_while_vesper_load_writes()
            throws Exception {
        start(3);
        put(nodes.getFirst(), "first", "{\"text\":\"hello\"}");
        Eventually.until(
                "it is on the third",
                () -> send(nodes.getLast(), "GET", "/api/notes/first", "")
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
        Eventually.until("all write", () -> stored.get() > 100 && isThere(nodes.getFirst(), "load-1"));

        killed(processOf("nats n2"));
        killed(processOf("node 3"));
        assertThat(isThere(nodes.getFirst(), "load-" + LOADED / 2)).isFalse();
        int before = stored.get();
        Eventually.until("they go on", () -> stored.get() > before + 100);
        again = VesperProcess.configured(settingsOf("node 3"), folder.resolve("again.log"));
        assertThat(again.address()).isEqualTo(nodes.getLast());
        Loaded loaded = outcomeOf(load);
        stops.set(true);
        Map<String, Integer> acknowledged = new HashMap<>();
        for (Future<Map<String, Integer>> writer : writers) acknowledged.putAll(writer.get());

        assertThat(acknowledged).isNotEmpty();
        assertThat(loaded.acknowledged()).isGreaterThan(LOADED / 2);
        for (URI node : nodes) {
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
            int there = 0;
            for (int i = 1; i <= LOADED; i++) if (isThere(node, "load-" + i)) there++;
            // Each document was sent once: those acknowledged must exist, the others may.
            assertThat(there).isBetween(loaded.acknowledged(), LOADED);
        }
    }

    /** Starts a load that puts each document once, at a constant rate, to the first node. */
    private Process load() throws IOException {
        Path note = Files.writeString(folder.resolve("note.json"), "{\"n\":{counter}}");
        List<String> command = VesperProcess.command(
                "load", "-m", "PUT", "--template", note.toString(), "-n", "" + LOADED, "--rate", "" + LOADED_A_SECOND);
        command.addAll(List.of("-c", "4", "--expect-status", "201", "--json"));
        command.add(nodes.getFirst().resolve("/api/notes/load-") + "{counter}");
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
                URI node = nodes.get(at % nodes.size());
                if (send(node, "PUT", "/api/notes/" + id, "" + n).statusCode() < 300) {
                    acknowledged.put(id, n);
                    stored.incrementAndGet();
                }
            } catch (IOException gone) {
                at++;
            }
        }
        return acknowledged;
    }

    private static void killed(ProcessHandle process) throws Exception {
        process.destroyForcibly();
        process.onExit().get(20, TimeUnit.SECONDS);
    }

    /** Returns information that the demo prints about one of its processes. */
    private String told(String what, String about) throws Exception {
        String all = Eventually.answer(
                "what the demo tells",
                () -> Files.readString(folder.resolve("stderr")),
                said -> said.contains("Ctrl-C ends all of it"));
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
