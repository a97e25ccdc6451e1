package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
import vesper.testing.Eventually;

/** Imports durable documents of a server into a cluster with {@code vesper cluster import}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(180)
class ClusterImportTest {
    private static final String CARTS = """
            import java.time.Duration;
            import vesper.documents.*;
            import vesper.services.*;

            @DocumentService(collection = "carts", state = Carts.Cart.class, storage = Storage.%s)
            public class Carts {
                public record Cart(int rings) {}

                @DocumentAction
                public Cart arm(Cart current, Timers timers) {
                    timers.after("ring", Duration.ofSeconds(5));
                    return current;
                }

                @OnTimer
                public Cart ring(Cart current) {
                    return new Cart(current.rings() + 1);
                }
            }
            """;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private Path packages;
    private Path data;

    @BeforeEach
    void fill() throws Exception {
        packages = folder.resolve("packages");
        data = folder.resolve("data");
        declare("durable");
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            for (int i = 1; i <= 30; i++) put(server.address(), "/api/notes/n" + i % 10, i);
            put(server.address(), "/api/orders/one", 1);
            send(server.address(), "PUT", "/api/carts/c", "{\"rings\":0}");
            assertThat(send(server.address(), "POST", "/api/carts/c/arm", "").statusCode())
                    .isEqualTo(200);
        }
    }

    @AfterEach
    void close() {
        client.close();
    }

    private void declare(String storage) throws Exception {
        Path shop = Files.createDirectories(packages.resolve("shop"));
        Files.writeString(
                shop.resolve("package.properties"),
                "documents.notes=" + storage + "\ndocuments.orders=" + storage + "\n");
        Files.writeString(
                Files.createDirectories(shop.resolve("code")).resolve("Carts.java"),
                CARTS.formatted(storage.toUpperCase(Locale.ROOT)));
    }

    private HttpResponse<String> send(URI server, String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private void put(URI server, String path, int n) throws Exception {
        assertThat(send(server, "PUT", path, "{\"n\":" + n + "}").statusCode()).isBetween(200, 201);
    }

    private static List<String> cluster(NatsServers servers) {
        String monitoring = servers.monitoring().stream().map(URI::toString).collect(Collectors.joining(","));
        return List.of(
                "cluster.url=" + String.join(",", servers.urls()),
                "cluster.monitoring=" + monitoring,
                "cluster.replicas=1");
    }

    private CommandRun bring(List<String> settings, String... arguments) {
        List<String> all = new ArrayList<>(List.of("cluster", "import", "--data", data.toString()));
        for (String setting : settings) all.addAll(List.of("--set", setting));
        all.addAll(List.of(arguments));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void a_node_of_the_cluster_serves_them_with_their_versions() throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        try (NatsServers servers = NatsServers.start(program, folder.resolve("nats"), 1, "always")) {
            List<String> settings = cluster(servers);
            CommandRun brought = bring(settings, "notes", "orders", "carts", "--json");
            assertThat(brought.exitCode()).as(brought.err()).isZero();
            assertThat(brought.out())
                    .containsPattern("\"name\" : \"notes\",\\s*\"documents\" : 10,\\s*\"versions\" : 30")
                    .containsPattern("\"name\" : \"orders\",\\s*\"documents\" : 1,\\s*\"versions\" : 1");
            assertThat(bring(settings, "notes").out()).containsPattern("notes +10 +0 +0");

            // The user need not know the internal collections for timers; they are imported with the collection.
            assertThat(brought.out()).contains("\"name\" : \"vesper.timers.carts\"");

            declare("replicated");
            try (RunningVesper node =
                    RunningVesper.serving(packages, folder.resolve("other"), settings.toArray(String[]::new))) {
                HttpResponse<String> read = send(node.address(), "GET", "/api/notes/n3?consistent=true", "");
                assertThat(read.body()).isEqualTo("{\"n\":23}");
                assertThat(read.headers().firstValue("ETag")).contains("\"3\"");
                assertThat(send(node.address(), "GET", "/api/notes/n3?version=1", "")
                                .body())
                        .isEqualTo("{\"n\":3}");
                Eventually.until(
                        "the timer rings that was set before",
                        () -> send(node.address(), "GET", "/api/carts/c", "")
                                .body()
                                .contains("\"rings\":1"));
                Eventually.until(
                        "it is stored",
                        () -> send(node.address(), "PUT", "/api/notes/n4", "{\"n\":77}")
                                        .statusCode()
                                == 200);
            }
            CommandRun late = bring(settings, "notes");
            assertThat(late.exitCode()).isZero();

            declare("durable");
            try (RunningVesper server = RunningVesper.serving(packages, data)) {
                put(server.address(), "/api/notes/n4", 78);
            }
            CommandRun other = bring(settings, "notes");
            assertThat(other.exitCode()).isOne();
            assertThat(other.out()).containsPattern("notes +9 +0 +1: n4");
        }
    }

    @Test
    void without_a_name_it_says_what_there_is() {
        CommandRun said = bring(List.of());
        assertThat(said.exitCode()).isZero();
        assertThat(said.out()).containsPattern("notes +10").containsPattern("orders +1");
    }

    @Test
    void what_is_in_the_way_is_said() throws Exception {
        assertThat(bring(List.of(), "notes").err()).contains("no cluster is configured", "--set cluster.url=nats:");
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        try (NatsServers servers = NatsServers.start(program, folder.resolve("nats"), 1, "always")) {
            assertThat(bring(cluster(servers), "motes").err())
                    .contains("there is no durable collection motes", "did you mean notes");
        }
        try (RunningVesper _ = RunningVesper.serving(packages, data)) {
            assertThat(bring(List.of()).err()).contains("is used by another server");
        }
        data = folder.resolve("nowhere");
        CommandRun nowhere = bring(List.of());
        assertThat(nowhere.exitCode()).isOne();
        assertThat(nowhere.err()).contains("there are no documents in");
    }
}
