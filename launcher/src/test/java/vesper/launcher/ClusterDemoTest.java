package vesper.launcher;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** {@code vesper cluster demo}: processes of Vesper and of NATS, some of which are killed. */
@Timeout(240)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClusterDemoTest {
    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<URI> nodes = new ArrayList<>();
    private Process demo;

    private void start(int count) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("cluster", "demo", "--nodes", "" + count, "--data", folder + "/demo"));
        demo = new ProcessBuilder(command)
                .redirectError(folder.resolve("stderr").toFile())
                .start();
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

        assertThat(send(one, "GET", "/health/ready", "").statusCode()).isEqualTo(200);
        Eventually.until("both are members", () -> {
            String members = send(one, "GET", "/admin/cluster", "").body();
            return members.contains(one.toString()) && members.contains(two.toString());
        });
    }

    @Test
    void nothing_acknowledged_is_missing_where_a_node_and_a_server_are_killed() throws Exception {
        start(3);
        for (URI node : nodes) put(node, "first", "0");
        var stops = new AtomicBoolean();
        var stored = new AtomicInteger();
        List<Future<Map<String, Integer>>> writers = new ArrayList<>();
        for (int w = 0; w < 6; w++) {
            int writer = w;
            writers.add(threads.submit(() -> write(writer, stops, stored)));
        }
        Eventually.until("they write", () -> stored.get() > 100);
        killed("nats-server");
        killed("node-3");
        int before = stored.get();
        Eventually.until("they go on", () -> stored.get() > before + 100);
        stops.set(true);
        Map<String, Integer> acknowledged = new HashMap<>();
        for (Future<Map<String, Integer>> writer : writers) acknowledged.putAll(writer.get());
        assertThat(acknowledged).isNotEmpty();
        for (URI node : nodes.subList(0, 2)) {
            Eventually.until(
                    "it knows what is newest",
                    () -> send(node, "GET", "/api/notes/first?consistent=true", "")
                                    .statusCode()
                            == 200);
            for (var each : acknowledged.entrySet()) {
                // What was given up may have come to be stored after that.
                String there =
                        send(node, "GET", "/api/notes/" + each.getKey(), "").body();
                assertThat(Integer.parseInt(there)).isGreaterThanOrEqualTo(each.getValue());
            }
        }
    }

    /** Writes to one node, and to the next where that is gone. @return what was acknowledged last of each document */
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

    /** The first process of the demo whose command has this. */
    private void killed(String text) throws Exception {
        ProcessHandle process = demo.descendants()
                .filter(each -> commandOf(each).contains(text))
                .findFirst()
                .orElseThrow();
        process.destroyForcibly();
        process.onExit().get(20, TimeUnit.SECONDS);
    }

    /** Whole, which a {@link ProcessHandle} does not tell of a long one. */
    private static String commandOf(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException ended) {
            return "";
        }
    }
}
