package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
import vesper.testing.Eventually;

/** Work that one node does for the whole cluster, and its repetition by another node if that one is suspended. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(180)
class LeaderFailoverTest {
    /** A timer or task signals by a file that it has started, and waits for another file before it continues. */
    private static final String CARTS = """
            import java.nio.file.*;
            import java.time.Duration;
            import vesper.documents.*;
            import vesper.services.*;

            @DocumentService(collection = "carts", state = Carts.Cart.class, storage = Storage.REPLICATED)
            public class Carts {
                public record Cart(String folder, int rings) {}

                @DocumentAction
                public Cart arm(Cart current, Timers timers) {
                    timers.after("ring", Duration.ZERO);
                    return current;
                }

                @OnTimer
                public Cart ring(Cart current) throws Exception {
                    Gate.pass(current.folder(), "rings");
                    return new Cart(current.folder(), current.rings() + 1);
                }
            }
            """;

    private static final String TASKS = """
            import vesper.documents.*;
            import vesper.services.*;

            @TaskService(collection = "jobs", storage = Storage.REPLICATED)
            public class Jobs {
                public record Input(String folder) {}

                @RunTask
                public String run(Input input, TaskRun run) throws Exception {
                    Gate.pass(input.folder(), "runs");
                    return "attempt " + run.attempt();
                }
            }
            """;

    private static final String GATE = """
            import java.nio.file.*;

            public class Gate {
                static void pass(String folder, String what) throws Exception {
                    Path own = Path.of(folder, what + "-" + ProcessHandle.current().pid());
                    Files.writeString(own, what);
                    while (!Files.exists(Path.of(folder, "go"))) Thread.sleep(20);
                    Files.writeString(Path.of(own + "-on"), what);
                }
            }
            """;

    /** Time until another node leads: the ten seconds that are guaranteed, plus some for a busy machine. */
    private static final Duration LONGEST = Duration.ofSeconds(15);

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.builder().build();
    private final List<VesperProcess> nodes = new ArrayList<>();
    private NatsServers servers;

    @BeforeEach
    void serve() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/shop/code"));
        Files.writeString(code.resolveSibling("package.properties"), "documents.notes=replicated, ttl=5s\n");
        Files.writeString(code.resolve("Carts.java"), CARTS);
        Files.writeString(code.resolve("Jobs.java"), TASKS);
        Files.writeString(code.resolve("Gate.java"), GATE);
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        servers = NatsServers.start(program, folder.resolve("nats"), 1, "always");
    }

    @AfterEach
    void end() throws Exception {
        client.close();
        nodes.forEach(VesperProcess::close);
        if (servers != null) servers.close();
    }

    private VesperProcess start(String name) throws Exception {
        VesperProcess node = VesperProcess.serving(
                0, folder.resolve("packages"), folder.resolve(name), folder.resolve(name + ".log"), settings());
        nodes.add(node);
        return node;
    }

    private List<String> settings() {
        String monitoring = servers.monitoring().stream().map(URI::toString).collect(Collectors.joining(","));
        return List.of(
                "cluster.url=" + String.join(",", servers.urls()),
                "cluster.monitoring=" + monitoring,
                "cluster.replicas=1");
    }

    private ClientResponse put(VesperProcess node, String path, String json) throws IOException {
        return client.exchange(ClientRequest.put(node.address() + path).json(json));
    }

    private ClientResponse post(VesperProcess node, String path) throws IOException {
        return client.exchange(ClientRequest.post(node.address() + path).json(""));
    }

    private String get(VesperProcess node, String path) throws IOException {
        return client.exchange(ClientRequest.get(node.address() + path)).text();
    }

    private static boolean has(Path gate, String what, VesperProcess node) {
        return Files.exists(gate.resolve(what.formatted(node.pid())));
    }

    private Path gate(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    private static String inFolder(Path gate) {
        return "{\"folder\":\"" + gate + "\"}";
    }

    @Test
    void a_leader_that_stood_still_does_nothing_again_that_another_one_has_done_and_follows_one_that_is_killed()
            throws Exception {
        VesperProcess first = start("first");
        Eventually.until("it stores", () -> put(first, "api/notes/a", "{}").status() < 300);
        Path carts = gate("carts");
        Path jobs = gate("jobs");
        assertThat(put(first, "api/carts/a", inFolder(carts)).status()).isEqualTo(201);
        assertThat(post(first, "api/carts/a/arm").status()).isEqualTo(200);
        assertThat(put(first, "api/jobs/a", inFolder(jobs)).status()).isEqualTo(201);
        Eventually.until("it rings", () -> has(carts, "rings-%d", first));
        Eventually.until("it runs", () -> has(jobs, "runs-%d", first));
        VesperProcess second = start("second");
        assertThat(put(second, "api/notes/old", "{}").status()).isEqualTo(201);

        first.signal("STOP");
        Eventually.until("another one rings", () -> has(carts, "rings-%d", second));
        Eventually.until("another one runs it", () -> has(jobs, "runs-%d", second));
        Files.createFile(carts.resolve("go"));
        Files.createFile(jobs.resolve("go"));
        Eventually.until("it has rung", () -> get(second, "api/carts/a").contains("\"rings\":1"));
        Eventually.until("it has run", () -> get(second, "api/jobs/a").contains("FINISHED"));
        Eventually.until(
                "it was deleted", () -> get(second, "api/notes/old/versions").contains("EXPIRED"));

        first.signal("CONT");
        Eventually.until("the first goes on with it", () -> has(carts, "rings-%d-on", first));
        // Writes to a document are sequential, so the outcome of the timer is known when this one completes.
        Eventually.until(
                "it was put behind", () -> post(first, "api/carts/a/arm").status() == 200);
        Eventually.until(
                "it is current", () -> get(first, "api/jobs/a?consistent=true").contains("FINISHED"));
        for (VesperProcess node : nodes) {
            Eventually.until(
                    "it rang for that",
                    () -> get(node, "api/carts/a?consistent=true").contains("\"rings\":2"));
            assertThat(actions(node, "api/carts/a"))
                    .containsExactly("UPDATED", "UPDATED", "UPDATED", "UPDATED", "CREATED");
            assertThat(get(node, "api/jobs/a?consistent=true")).contains("\"result\":\"attempt 2\"", "\"attempts\":2");
            assertThat(actions(node, "api/jobs/a")).containsExactly("UPDATED", "UPDATED", "UPDATED", "CREATED");
            assertThat(actions(node, "api/notes/old")).containsExactly("EXPIRED", "CREATED");
        }

        second.signal("KILL");
        assertThat(post(first, "api/carts/a/arm").status()).isEqualTo(200);
        assertThat(Eventually.holdsWithin(
                        LONGEST, () -> get(first, "api/carts/a").contains("\"rings\":3")))
                .isTrue();
    }

    /** Returns the actions that created the versions of a document, newest first. */
    private List<String> actions(VesperProcess node, String document) throws IOException {
        String versions = get(node, document + "/versions");
        return Pattern.compile("\"action\"\\s*:\\s*\"(\\w+)\"")
                .matcher(versions)
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
