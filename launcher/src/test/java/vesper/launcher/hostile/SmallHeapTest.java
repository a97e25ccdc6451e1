package vesper.launcher.hostile;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Small texts that expand to large ones, sent to a server with little memory. */
@Tag("alone")
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SmallHeapTest {
    private static final String SERVICE = """
            import org.springframework.web.bind.annotation.*

            @RestController
            class Echoes {
                static class Wide { String alpha, beta, gamma, delta, epsilon, zeta, eta, theta, iota, kappa }

                @GetMapping('hello')
                String hello() { 'hello' }

                @PostMapping('wide')
                List<Wide> wide(@RequestBody List<Wide> all) { all }

                @PostMapping('any')
                Object any(@RequestBody Object all) { all }
            }
            """;

    private static final int BODY_BYTES = 10 << 20;

    @TempDir
    Path folder;

    @Test
    void amplified_texts_are_refused_by_name_and_others_are_served_meanwhile() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/open/code"));
        Files.writeString(code.resolve("Echoes.groovy"), SERVICE);
        // Large responses block an event loop for a while, for which overload protection would reject the other client.
        try (ServerProcess server = ServerProcess.serving(
                List.of("-Xmx128m"), folder.resolve("packages"), folder.resolve("data"), "http.overload=false")) {
            HttpClient client = HttpClient.newHttpClient();
            assertThat(answer(client, server.address(), "wide", list("null", BODY_BYTES))
                            .body())
                    .contains("\"status\" : 413", "more than 1000000 tokens: values", "(http.limit.body-tokens)");
            assertThat(answer(client, server.address(), "wide", list("{}", 1_000_000))
                            .body())
                    .contains("\"status\" : 500")
                    .containsPattern("The response exceeds the limit of [78]\\d{6} bytes");
            assertThat(answer(client, server.address(), "wide", list("{}", 10_000))
                            .statusCode())
                    .isEqualTo(200);

            WellBehavedClient other = WellBehavedClient.start(server.address(), Duration.ofMillis(5));
            Set<Integer> statuses = attack(client, server.address());
            other.awaitAsked(100, Duration.ofSeconds(30));
            WellBehavedClient.Served served = other.stop();

            assertThat(statuses).isSubsetOf(200, 400, 413, 500, 503).contains(413);
            assertThat(served.served()).as("%s", served).isEqualTo(served.asked());
            assertThat(server.isAlive()).isTrue();
        }
        assertThat(Files.readString(folder.resolve("stderr")))
                .contains("POST /api/wide failed", " bytes (http.limit.answer)). Use a StreamingBody")
                .doesNotContain("OutOfMemoryError");
    }

    @Test
    void many_large_answers_at_once_are_made_or_refused_for_now_in_the_form_that_was_asked_for() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/open/code"));
        Files.writeString(code.resolve("Echoes.groovy"), SERVICE);
        String body = list("{\"id\":1234567,\"name\":\"abc def\",\"tags\":[\"x\",\"y\"]}", 3 << 20);
        try (ServerProcess server = ServerProcess.serving(
                        List.of("-Xmx128m"),
                        folder.resolve("packages"),
                        folder.resolve("data"),
                        "http.overload=false");
                ExecutorService clients = Executors.newFixedThreadPool(10)) {
            HttpClient client = HttpClient.newHttpClient();
            List<Callable<HttpResponse<String>>> echoes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String accepted = i % 2 == 0 ? "application/json" : "application/xml";
                echoes.add(() -> answer(client, server.address(), "any", body, accepted));
            }
            Set<Integer> statuses = new TreeSet<>();
            for (Future<HttpResponse<String>> echo : clients.invokeAll(echoes)) {
                HttpResponse<String> answer = echo.get();
                statuses.add(answer.statusCode());
                if (answer.statusCode() == 200) continue;
                String accepted =
                        answer.request().headers().firstValue("Accept").orElseThrow();
                assertThat(answer.headers().firstValue("Content-Type"))
                        .as(answer.body())
                        .contains(accepted.replace("/", "/problem+"));
                assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            }
            assertThat(statuses).isSubsetOf(200, 503).contains(200);
        }
        assertThat(Files.readString(folder.resolve("stderr"))).doesNotContain("OutOfMemoryError");
    }

    private static Set<Integer> attack(HttpClient client, InetSocketAddress server) throws Exception {
        List<String> bodies = List.of(
                list("null", BODY_BYTES), list("[]", BODY_BYTES), list("{}", BODY_BYTES), list("{}", 1_000_000));
        Set<Integer> statuses = new TreeSet<>();
        try (ExecutorService attackers = Executors.newFixedThreadPool(3)) {
            List<Callable<Integer>> attacks = new ArrayList<>();
            for (int times = 0; times < 2; times++) {
                for (String body : bodies) {
                    for (String path : List.of("wide", "any"))
                        attacks.add(() -> answer(client, server, path, body).statusCode());
                }
            }
            for (Future<Integer> status : attackers.invokeAll(attacks)) statuses.add(status.get());
        }
        return statuses;
    }

    private static HttpResponse<String> answer(HttpClient client, InetSocketAddress server, String path, String body)
            throws IOException, InterruptedException {
        return answer(client, server, path, body, "*/*");
    }

    private static HttpResponse<String> answer(
            HttpClient client, InetSocketAddress server, String path, String body, String accepted)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://" + server.getHostString() + ":" + server.getPort() + "/api/" + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .header("Accept", accepted)
                .POST(BodyPublishers.ofByteArray(body.getBytes(US_ASCII)))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static String list(String element, int bytes) {
        return "[" + (element + ",").repeat((bytes - 10) / (element.length() + 1)) + element + "]";
    }
}
