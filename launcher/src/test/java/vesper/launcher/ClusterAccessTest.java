package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.NKey;
import io.nats.client.support.JsonSerializable;
import io.nats.client.support.JwtUtils;
import java.io.IOException;
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
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.servers.NatsProgram;
import vesper.testing.Eventually;
import vesper.testing.TestCertificates;

/** NATS servers that require authentication and grant only the permissions that the guide lists. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class ClusterAccessTest {
    /** The permissions listed in docs/guide/cluster.md. */
    private static final String SUBJECTS = "[\"vesper.shop.>\", \"$JS.API.>\", \"$KV.vesper-shop.>\", \"_INBOX.>\"]";

    private static final String ACCOUNT = """
            {"type":"account","version":2,"limits":{"subs":-1,"data":-1,"payload":-1,"imports":-1,"exports":-1,
            "wildcards":true,"conn":-1,"leaf":-1,"mem_storage":%1$d,"disk_storage":%1$d,"streams":%1$d,"consumer":%1$d}}""";

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private TestCertificates certificates;
    private Path packages;
    private int port;
    private int monitoring;
    private Process server;

    @BeforeEach
    void prepare() throws Exception {
        packages = folder.resolve("packages");
        Path shop = Files.createDirectories(packages.resolve("shop"));
        Files.writeString(shop.resolve("package.properties"), "documents.notes=replicated\n");
        certificates = TestCertificates.in(folder, "keys");
        certificates.make("server", "CN=localhost", "-ext", "san=dns:localhost,ip:127.0.0.1");
        certificates.make("node", "CN=node");
        port = freePort();
        monitoring = freePort();
    }

    @AfterEach
    void end() throws Exception {
        client.close();
        if (server != null) server.destroyForcibly().waitFor();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void serve(String access) throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        Path configuration = Files.writeString(folder.resolve("nats.conf"), """
                listen: "127.0.0.1:%d"
                https: "127.0.0.1:%d"
                tls { cert_file: "%s", key_file: "%s", ca_file: "%s", verify: true }
                jetstream { store_dir: "%s", sync_interval: always }
                %s
                """.formatted(
                        port,
                        monitoring,
                        certificates.certificate("server"),
                        certificates.key("server"),
                        certificates.certificate("node"),
                        folder.resolve("store"),
                        access));
        server = new ProcessBuilder(program.toString(), "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nats.log").toFile())
                .start();
        Eventually.until("the server serves", () -> {
            String log = Files.readString(folder.resolve("nats.log"));
            assertThat(server.isAlive()).as(log).isTrue();
            return log.contains("Server is ready");
        });
    }

    private String[] settings(String... more) {
        List<String> all = new ArrayList<>(List.of(
                "cluster.name=shop",
                "cluster.url=tls://localhost:" + port,
                "cluster.monitoring=https://localhost:" + monitoring,
                "cluster.replicas=1",
                "cluster.tls.trust=" + certificates.certificate("server"),
                "cluster.tls.certificate=" + certificates.certificate("node"),
                "cluster.tls.key=" + certificates.key("node")));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private void storesAndReads(String... more) throws Exception {
        try (RunningVesper node = RunningVesper.serving(packages, folder.resolve("data"), settings(more))) {
            Eventually.until(
                    "it stores",
                    () -> send(node, "PUT", "/api/notes/a", "{\"n\":1}").statusCode() < 300);
            assertThat(send(node, "GET", "/api/notes/a?consistent=true", "").body())
                    .isEqualTo("{\"n\":1}");
            Eventually.until(
                    "it is a member",
                    () -> send(node, "GET", "/admin/cluster", "").body().contains("\"address\" : \"" + node.address()));
        }
    }

    private HttpResponse<String> send(RunningVesper node, String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(node.address() + path.substring(1)))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void a_name_and_a_password_over_tls_with_certificates_of_both_sides() throws Exception {
        serve("""
                authorization { users: [ { user: vesper, password: "s3cret", permissions: {
                  publish: %1$s, subscribe: %1$s } } ] }""".formatted(SUBJECTS));
        storesAndReads("cluster.user=vesper", "cluster.password=s3cret");
        CommandRun wrong = run(settings("cluster.user=vesper", "cluster.password=other"));
        assertThat(wrong.exitCode()).isOne();
        assertThat(wrong.err())
                .contains("the cluster cannot be used", "the NATS servers reject this node")
                .doesNotContain("other");
    }

    @Test
    void a_server_that_is_not_trusted_is_refused_at_the_start() throws Exception {
        serve("");
        CommandRun other = run("cluster.url=tls://localhost:" + port);
        assertThat(other.exitCode()).isOne();
        assertThat(other.err()).contains("the cluster cannot be used", "the NATS servers reject this node");
    }

    private CommandRun run(String... settings) {
        List<String> all = new ArrayList<>(List.of("run", "--port", "0", "--packages", packages.toString()));
        all.addAll(List.of("--data", folder.resolve("other").toString()));
        for (String setting : settings) all.addAll(List.of("--set", setting));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void a_file_of_credentials() throws Exception {
        var random = new SecureRandom();
        NKey operator = NKey.createOperator(random);
        NKey account = NKey.createAccount(random);
        NKey user = NKey.createUser(random);
        String operatorKey = new String(operator.getPublicKey());
        String accountKey = new String(account.getPublicKey());
        String byOperator = issue(operator, operatorKey, "{\"type\":\"operator\",\"version\":2}");
        String ofAccount = issue(operator, accountKey, ACCOUNT.formatted(-1));
        String systemKey = new String(NKey.createAccount(random).getPublicKey());
        String ofSystem = issue(operator, systemKey, ACCOUNT.formatted(0));
        String ofUser = issue(account, new String(user.getPublicKey()), """
                {"type":"user","version":2,"subs":-1,"data":-1,"payload":-1,
                "pub":{"allow":%1$s},"sub":{"allow":%1$s}}""".formatted(SUBJECTS));
        serve("""
                operator: "%s"
                resolver: MEMORY
                system_account: %s
                resolver_preload: { %s: "%s", %s: "%s" }""".formatted(byOperator, systemKey, accountKey, ofAccount, systemKey, ofSystem));
        Path credentials =
                Files.writeString(folder.resolve("user.creds"), """
                -----BEGIN NATS USER JWT-----
                %s
                ------END NATS USER JWT------

                -----BEGIN USER NKEY SEED-----
                %s
                ------END USER NKEY SEED------
                """.formatted(ofUser, new String(user.getSeed())));
        storesAndReads("cluster.credentials=" + credentials);
    }

    private static String issue(NKey by, String of, String claims) throws Exception {
        JsonSerializable nats = () -> claims;
        return JwtUtils.issueJWT(
                by, of, of, Duration.ZERO, JwtUtils.currentTimeSeconds(), new String(by.getPublicKey()), nats);
    }

    @Test
    void what_does_not_go_together_is_said_before_anything_is_begun() {
        assertThat(run("cluster.url=nats://me:secret@localhost:4222").err())
                .contains("an address must not contain a password")
                .doesNotContain("ready");
        assertThat(run("cluster.url=tls://localhost:1", "cluster.user=me").err())
                .contains("cluster.user and cluster.password go together");
        assertThat(run("cluster.url=tls://localhost:1", "cluster.tls.key=" + certificates.key("node"))
                        .err())
                .contains("cluster.tls.certificate and cluster.tls.key go together");
        assertThat(run("cluster.url=tls://localhost:1", "cluster.tls.trust=" + certificates.key("node"))
                        .err())
                .contains("cluster.tls.trust", "cannot be used");
    }
}
