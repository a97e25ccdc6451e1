package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** The readiness of a server whose packages have not started, or report problems. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PackageReadinessTest {
    private static final String OK = """
            @org.springframework.web.bind.annotation.RestController
            class Api { @org.springframework.web.bind.annotation.GetMapping('shop') String say() { 'shop' } }
            """;

    private @TempDir Path packages;
    private @TempDir Path data;
    private final HttpClient client = HttpClient.newHttpClient();

    private void source(String code) throws IOException {
        Path file = packages.resolve("shop/code/Api.groovy");
        Files.createDirectories(file.resolve("..").normalize());
        Path written = file.resolveSibling(".Api.swp");
        Files.writeString(written, code);
        Files.move(written, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    private void descriptor(String text) throws IOException {
        Files.createDirectories(packages.resolve("shop"));
        Files.writeString(packages.resolve("shop/package.properties"), text);
    }

    private HttpResponse<String> get(RunningVesper server, String path) throws Exception {
        URI uri = server.address().resolve(path);
        return client.send(
                HttpRequest.newBuilder(uri).header("Accept", "application/json").build(), BodyHandlers.ofString());
    }

    private void awaitReady(RunningVesper server) throws Exception {
        Eventually.until("ready", () -> get(server, "/health/ready").statusCode() == 200);
    }

    @Test
    void a_package_that_does_not_compile_is_missing_until_it_is_mended_once() throws Exception {
        source("class Api { broken }");

        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            HttpResponse<String> missing = get(server, "/health/ready");
            assertThat(missing.statusCode()).isEqualTo(503);
            assertThat(missing.body()).contains("\"packages missing\"", "shop has not started (load-failed)");
            assertThat(get(server, "/health/live").statusCode()).isEqualTo(200);
            assertThat(server.printed())
                    .startsWith("serving ")
                    .contains("not ready: shop has not started (load-failed)");

            source(OK);
            awaitReady(server);
            Eventually.until("said", () -> server.printed().contains("\nready http"));
            source("class Api { broken again }");
            Eventually.until(
                    "broken", () -> get(server, "/admin/packages/shop").body().contains("again"));
            assertThat(get(server, "/health/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_package_that_is_not_required_is_not_missed() throws Exception {
        descriptor("required=false\n");
        source("class Api { broken }");

        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            assertThat(server.printed()).startsWith("ready ");
            assertThat(get(server, "/health/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_package_that_an_operator_stops_is_not_missed() throws Exception {
        source("class Api { broken }");

        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            HttpRequest stop = HttpRequest.newBuilder(server.address().resolve("/admin/packages/shop/stop"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            client.send(stop, BodyHandlers.discarding());
            awaitReady(server);
        }
    }

    @Test
    void a_start_that_failed_since_something_was_out_of_reach_is_tried_again() throws Exception {
        int port = freePort();
        source("""
                import org.springframework.web.bind.annotation.*
                @RestController
                class Api {
                    Api() { new Socket(InetAddress.loopbackAddress, %d).close() }
                    @GetMapping('shop') String say() { 'shop' }
                }
                """.formatted(port));

        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            assertThat(get(server, "/health/ready").body()).contains("shop has not started (start-failed)");
            String details = get(server, "/admin/packages/shop").body();
            assertThat(details).contains("nextAttempt", "Connection refused");
            try (ServerSocket _ = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
                awaitReady(server);
                assertThat(get(server, "/api/shop").statusCode()).isEqualTo(200);
                assertThat(get(server, "/admin/packages/shop").body()).doesNotContain("nextAttempt");
            }
        }
    }

    @Test
    void a_package_whose_start_hangs_delays_neither_the_server_nor_the_other_packages() throws Exception {
        source("""
                import org.springframework.web.bind.annotation.*
                @RestController
                class Api {
                    Api() { while (!new File('%s/end').exists()) Thread.sleep(5) }
                    @GetMapping('shop') String say() { 'shop' }
                }
                """.formatted(data));
        Path other = packages.resolve("other/code/Other.groovy");
        Files.createDirectories(other.resolve("..").normalize());
        Files.writeString(other, OK.replace("Api", "Other").replace("shop", "other"));

        try (RunningVesper server = RunningVesper.serving(packages, data, "packages.hook-time=60s")) {
            assertThat(get(server, "/health/ready").body()).contains("packages missing", "shop has not started");
            assertThat(get(server, "/api/other").statusCode()).isEqualTo(200);
            assertThat(get(server, "/api/shop").statusCode()).isEqualTo(503);
            assertThat(server.printed()).startsWith("serving ").contains("not ready: shop has not started");

            Files.createFile(data.resolve("end"));
            awaitReady(server);
            assertThat(get(server, "/api/shop").statusCode()).isEqualTo(200);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void a_start_that_failed_by_a_fault_of_its_own_is_not_tried_again() throws Exception {
        source("""
                @org.springframework.web.bind.annotation.RestController
                class Api { Api() { throw new IllegalStateException('no') } }
                """);

        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            assertThat(get(server, "/admin/packages/shop").body())
                    .contains("start-failed")
                    .doesNotContain("nextAttempt");
        }
    }

    @Test
    void a_strict_server_ends_and_names_the_package_and_the_reason() throws Exception {
        source("""
                @org.springframework.web.bind.annotation.RestController
                class Api { Api() { throw new IllegalStateException('no room') } }
                """);

        CommandRun strict = CommandRun.of(
                "run", "--strict", "--port", "0", "--packages", packages.toString(), "--data", data.toString());
        assertThat(strict.exitCode()).isEqualTo(1);
        assertThat(strict.out()).isEmpty();
        assertThat(strict.err())
                .contains("required packages have not started", "shop (start-failed)", "no room", "required=false");
    }

    @Test
    void a_health_check_of_a_package_decides_as_well() throws Exception {
        source(OK + """
                @org.springframework.stereotype.Component
                class Disk implements vesper.hosting.HealthCheck {
                    Optional<String> problem() {
                        if (new File('%1$s/throws').exists()) throw new IllegalStateException('secret')
                        new File('%1$s/full').exists() ? Optional.of('the disk is full') : Optional.empty()
                    }
                }
                """.formatted(data));

        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            assertThat(get(server, "/health/ready").statusCode()).isEqualTo(200);
            Path full = Files.createFile(data.resolve("full"));
            Eventually.until("full", () -> get(server, "/health/ready").body().contains("shop: the disk is full"));
            Files.createFile(data.resolve("throws"));
            Eventually.until("throws", () -> get(server, "/health/ready").body().contains("shop: Disk failed"));
            assertThat(get(server, "/health/ready").body()).doesNotContain("secret");
            Files.delete(full);
            Files.delete(data.resolve("throws"));
            awaitReady(server);
        }
    }

    @Test
    void checks_that_hang_run_once_and_delay_nothing_else() throws Exception {
        source(OK + """
                @groovy.transform.CompileStatic
                class Hanging {
                    static Optional<String> hang() {
                        synchronized (Hanging) { new File('%1$s/calls') << 'x' }
                        while (!new File('%1$s/end').exists()) Thread.sleep(5)
                        Optional.empty()
                    }
                }
                class One implements vesper.hosting.HealthCheck { Optional<String> problem() { Hanging.hang() } }
                class Two implements vesper.hosting.HealthCheck { Optional<String> problem() { Hanging.hang() } }
                """.formatted(data));

        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            long start = System.nanoTime();
            HttpResponse<String> unhealthy = get(server, "/health/ready");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
            assertThat(unhealthy.statusCode()).isEqualTo(503);
            assertThat(unhealthy.body())
                    .contains(
                            "\"unhealthy\"",
                            "shop: One has not returned in time",
                            "shop: Two has not returned in time");
            assertThat(Files.readString(data.resolve("calls"))).isEqualTo("xx");
            assertThat(get(server, "/api/shop").statusCode()).isEqualTo(200);
            Files.createFile(data.resolve("end"));
            awaitReady(server);
        }
    }
}
