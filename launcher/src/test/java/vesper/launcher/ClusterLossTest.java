package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

/** A node whose NATS servers are down or have lost their data. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(180)
class ClusterLossTest {
    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private Path packages;
    private Path data;

    @BeforeEach
    void declare() throws Exception {
        data = folder.resolve("data");
        packages = folder.resolve("packages");
        Path shop = Files.createDirectories(packages.resolve("shop"));
        Files.writeString(shop.resolve("package.properties"), "documents.notes=replicated\n");
    }

    @AfterEach
    void close() {
        client.close();
    }

    private NatsServers servers() throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        return NatsServers.start(program, folder.resolve("nats"), 1, "always");
    }

    private static List<String> cluster(NatsServers servers) {
        String monitoring = servers.monitoring().stream().map(URI::toString).collect(Collectors.joining(","));
        return List.of(
                "cluster.url=" + String.join(",", servers.urls()),
                "cluster.monitoring=" + monitoring,
                "cluster.replicas=1");
    }

    private RunningVesper node(List<String> settings) throws Exception {
        return RunningVesper.serving(packages, data, settings.toArray(String[]::new));
    }

    private HttpResponse<String> send(RunningVesper node, String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(node.address().resolve(path))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private void put(RunningVesper node, String id, int n) throws Exception {
        Eventually.until(
                "it is stored",
                () -> send(node, "PUT", "/api/notes/" + id, "{\"n\":" + n + "}").statusCode() < 300);
    }

    private void awaitReady(RunningVesper node) throws Exception {
        Eventually.until(
                "it is ready", () -> send(node, "GET", "/health/ready", "").statusCode() == 200);
    }

    private static CommandRun cluster(Path data, List<String> settings, String... arguments) {
        List<String> all = new ArrayList<>(List.of("cluster"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--data", data.toString()));
        for (String setting : settings) all.addAll(List.of("--set", setting));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private static void delete(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    @Test
    void what_the_servers_have_lost_is_said_and_brought_back_from_a_copy() throws Exception {
        try (NatsServers servers = servers()) {
            List<String> settings = cluster(servers);
            try (RunningVesper node = node(settings)) {
                for (int n = 1; n <= 3; n++) put(node, "a", n);
                awaitReady(node);
                servers.kill(0);
                delete(servers.dataFolder(0));
                servers.start(0);
                servers.awaitReady();

                Eventually.until(
                        "it is in trouble",
                        () -> send(node, "GET", "/health/ready", "").body().contains("in trouble"));
                assertThat(send(node, "GET", "/health/ready", "").statusCode())
                        .isEqualTo(HttpURLConnection.HTTP_UNAVAILABLE);
                assertThat(send(node, "GET", "/admin/cluster", "").body())
                        .contains("stream vesper+vesper+notes no longer exists", "vesper cluster rebuild");
                assertThat(send(node, "PUT", "/api/notes/a", "{}").statusCode()).isEqualTo(503);
                assertThat(send(node, "GET", "/api/notes/a?consistent=true", "").statusCode())
                        .isEqualTo(503);
                assertThat(send(node, "GET", "/api/notes/a", "").body()).isEqualTo("{\"n\":3}");
                assertThat(cluster(data, List.of(), "rebuild").err()).contains("is used by another server");
            }
            CommandRun rebuilt = cluster(data, List.of(), "rebuild");
            assertThat(rebuilt.exitCode()).as(rebuilt.err()).isZero();
            String aside = rebuilt.out().lines().findFirst().orElseThrow();
            assertThat(aside)
                    .startsWith("set aside in ")
                    .endsWith(": notes, vesper.access, vesper.rules, vesper.tokens");
            assertThat(cluster(data, List.of(), "rebuild").out()).contains("there are no copies to set aside");

            try (RunningVesper node = node(settings)) {
                put(node, "b", 1);
                assertThat(send(node, "GET", "/api/notes/a", "").statusCode()).isEqualTo(404);
                Path copies = Path.of(aside.substring("set aside in ".length(), aside.lastIndexOf(": notes")));
                CommandRun brought = cluster(copies, settings, "import", "notes");
                assertThat(brought.out()).as(brought.err()).containsPattern("notes +1 +3 +0");
                HttpResponse<String> back = send(node, "GET", "/api/notes/a?consistent=true", "");
                assertThat(back.body()).isEqualTo("{\"n\":3}");
                assertThat(back.headers().firstValue("ETag")).contains("\"3\"");
                Eventually.until(
                        "it is found",
                        () -> send(node, "GET", "/api/notes?q=n:3", "").body().contains("\"_version\":3"));
                awaitReady(node);
            }
        }
    }

    @Test
    void a_node_starts_while_the_servers_are_away_and_is_ready_when_they_are_there() throws Exception {
        try (NatsServers servers = servers()) {
            servers.kill(0);
            try (RunningVesper node = node(cluster(servers))) {
                assertThat(send(node, "GET", "/health/ready", "").body()).contains("catching up");
                assertThat(send(node, "GET", "/admin/cluster", "").body()).contains("none of the NATS servers nats://");
                assertThat(send(node, "PUT", "/api/notes/a", "{}").statusCode()).isEqualTo(503);
                servers.start(0);
                awaitReady(node);
                put(node, "a", 1);
            }
        }
    }

    /** Uses an address of this machine that no other process uses, so that the default monitoring port is free. */
    @Test
    void an_address_of_a_server_and_a_name_are_enough() throws Exception {
        String host = "127.83.22." + (2 + ProcessHandle.current().pid() % 250);
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            port = socket.getLocalPort();
        }
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        Path configuration =
                Files.writeString(folder.resolve("nats.conf"), """
                listen: "%1$s:%2$d"
                http: "%1$s:8222"
                jetstream { store_dir: "%3$s", sync_interval: always }
                """.formatted(host, port, folder.resolve("store")));
        Process server = new ProcessBuilder(program.toString(), "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nats.log").toFile())
                .start();
        try (RunningVesper node =
                node(List.of("cluster.url=nats://" + host + ":" + port, "cluster.name=shop", "cluster.replicas=1"))) {
            put(node, "a", 1);
            awaitReady(node);
        } finally {
            server.destroyForcibly().waitFor();
        }
    }
}
