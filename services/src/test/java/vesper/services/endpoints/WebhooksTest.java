package vesper.services.endpoints;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.Request;
import vesper.http.Response;
import vesper.services.endpoints.ServedCollections.Answer;
import vesper.testing.Eventually;

@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WebhooksTest {
    private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(new byte[24]);

    @TempDir
    Path folder;

    private ServedCollections serving() throws Exception {
        return new ServedCollections(folder, InstantSource.system(), true).with("notes", "durable");
    }

    /** Waits until the receiver's acceptance is stored. A server that stops before that delivers again. */
    private static void awaitStoredPosition(ServedCollections server) {
        Eventually.until(
                () -> server.get("/api/notes/webhooks/all").compact().contains("\"lag\":0"),
                () -> server.get("/api/notes/webhooks/all").body());
    }

    /** A receiver of webhooks. */
    private static final class WebhookReceiver implements AutoCloseable {
        final List<Request> requests = new CopyOnWriteArrayList<>();
        final List<String> bodies = new CopyOnWriteArrayList<>();
        private final HttpServer server;

        WebhookReceiver(Function<Integer, Response> answer) throws Exception {
            server = HttpServer.start(
                    HttpSettings.DEFAULTS,
                    request -> {
                        bodies.add(new String(request.body().bytes(), UTF_8));
                        requests.add(request);
                        return answer.apply(requests.size());
                    },
                    List.of());
        }

        static WebhookReceiver acceptingAll() throws Exception {
            return new WebhookReceiver(_ -> Response.of(204));
        }

        String url() {
            return "http://127.0.0.1:" + server.address().getPort() + "/told";
        }

        String hook() {
            return "{\"url\":\"" + url() + "\"}";
        }

        List<String> sequences() {
            return bodies.stream()
                    .map(body -> body.replaceAll(".*\"(sequence|resumeAfter)\":(\\d+).*", "$2"))
                    .toList();
        }

        void awaitSequences(String... sequences) {
            Eventually.until(() -> sequences().equals(List.of(sequences)), this::sequences);
        }

        @Override
        public void close() {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void changes_are_told_in_their_order_and_signed(String storage) throws Exception {
        try (WebhookReceiver receiver = WebhookReceiver.acceptingAll();
                var server = new ServedCollections(folder, InstantSource.system(), true).with("notes", storage)) {
            server.put("/api/notes/before", "0");
            Answer made = server.put(
                    "/api/notes/webhooks/all", "{\"url\":\"" + receiver.url() + "\",\"secret\":\"" + SECRET + "\"}");
            assertThat(made.status()).isEqualTo(201);
            server.put("/api/notes/a", "{\"n\":1}");
            server.put("/api/notes/a", "{\"n\":2}");
            server.delete("/api/notes/a");
            Eventually.until(() -> receiver.bodies.size() == 3, receiver::sequences);
            long sequence = Long.parseLong(receiver.sequences().getFirst());
            receiver.awaitSequences("" + sequence, "" + (sequence + 1), "" + (sequence + 2));
            assertThat(receiver.bodies.get(0)).contains("\"action\":\"CREATED\"", "\"document\":{\"n\":1}");
            assertThat(receiver.bodies.get(1)).contains("\"action\":\"REPLACED\"", "\"document\":{\"n\":2}");
            assertThat(receiver.bodies.get(2))
                    .contains("\"action\":\"DELETED\"")
                    .doesNotContain("document");

            Request first = receiver.requests.getFirst();
            String id = String.valueOf(first.headers().firstOrNull("webhook-id"));
            String time = String.valueOf(first.headers().firstOrNull("webhook-timestamp"));
            assertThat(id).isEqualTo("notes." + sequence);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(new byte[24], "HmacSHA256"));
            byte[] expected = mac.doFinal((id + "." + time + "." + receiver.bodies.getFirst()).getBytes(UTF_8));
            assertThat(first.headers().firstOrNull("webhook-signature"))
                    .isEqualTo("v1," + Base64.getEncoder().encodeToString(expected));
        }
    }

    @Test
    void what_is_not_taken_is_told_again_and_nothing_overtakes_it() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver(n -> switch (n) {
                    case 1 -> Response.of(500);
                    case 2 -> Response.of(302).header("Location", "/elsewhere");
                    case 3 -> Response.of(503).header("Retry-After", "0");
                    default -> Response.of(200);
                });
                var server = serving()) {
            server.put("/api/notes/webhooks/all", receiver.hook());
            server.put("/api/notes/a", "1");
            server.put("/api/notes/b", "2");
            receiver.awaitSequences("1", "1", "1", "1", "2");
            assertThat(receiver.requests).extracting(Request::path).containsOnly("/told");
            Eventually.until(
                    () -> server.get("/api/notes/webhooks/all").compact().contains("\"lag\":0"));
            assertThat(server.get("/api/notes/webhooks/all").compact()).contains("\"failures\":0", "\"after\":2");
        }
    }

    @Test
    void after_a_restart_a_webhook_goes_on_where_it_was() throws Exception {
        try (WebhookReceiver receiver = WebhookReceiver.acceptingAll()) {
            try (var server = serving()) {
                server.put("/api/notes/webhooks/all", receiver.hook());
                server.put("/api/notes/a", "1");
                receiver.awaitSequences("1");
                awaitStoredPosition(server);
            }
            try (var server = serving()) {
                server.put("/api/notes/a", "2");
                receiver.awaitSequences("1", "2");
            }
        }
    }

    @Test
    void what_happened_while_the_receiver_was_away_is_told_when_it_is_back() throws Exception {
        CountDownLatch away = new CountDownLatch(1);
        try (WebhookReceiver receiver = new WebhookReceiver(_ -> Response.of(away.getCount() > 0 ? 500 : 204))) {
            try (var server = serving()) {
                server.put("/api/notes/webhooks/all", receiver.hook());
                for (int n = 1; n <= 3; n++) server.put("/api/notes/a", "" + n);
                Eventually.until(() -> receiver.requests.size() >= 2);
                assertThat(server.get("/api/notes/webhooks/all").compact()).contains("\"it answered 500\"");
            }
            away.countDown();
            try (var server = serving()) {
                Eventually.until(() -> receiver.sequences().containsAll(List.of("1", "2", "3")));
                assertThat(server.get("/api/notes/webhooks").compact()).contains("\"name\":\"all\"");
            }
        }
    }

    @Test
    void only_what_is_wanted_is_told() throws Exception {
        try (WebhookReceiver receiver = WebhookReceiver.acceptingAll();
                var server = serving()) {
            server.put("/api/notes/old", "{\"n\":50}");
            server.put(
                    "/api/notes/webhooks/large",
                    "{\"url\":\"" + receiver.url() + "\",\"q\":\"n:>10\",\"actions\":[\"CREATED\"],\"after\":0}");
            server.put("/api/notes/a", "{\"n\":1}");
            server.put("/api/notes/b", "{\"n\":11}");
            server.put("/api/notes/b", "{\"n\":12}");
            server.put("/api/notes/c", "{\"n\":13}");
            receiver.awaitSequences("1", "3", "5");
        }
    }

    @Test
    void a_receiver_that_is_gone_is_told_nothing_until_the_webhook_is_changed() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver(n -> Response.of(n == 1 ? 410 : 204));
                var server = serving()) {
            server.put("/api/notes/webhooks/all", receiver.hook());
            server.put("/api/notes/a", "1");
            Eventually.until(
                    () -> server.get("/api/notes/webhooks/all").compact().contains("\"endedWhy\":\"it answered 410\""));
            server.put("/api/notes/a", "2");
            assertThat(server.put("/api/notes/webhooks/all", receiver.hook()).status())
                    .isEqualTo(200);
            receiver.awaitSequences("1", "1", "2");
        }
    }

    @Test
    void one_that_is_deleted_or_not_enabled_is_told_nothing() throws Exception {
        try (WebhookReceiver receiver = WebhookReceiver.acceptingAll();
                WebhookReceiver other = WebhookReceiver.acceptingAll()) {
            try (var server = serving()) {
                server.put("/api/notes/webhooks/off", "{\"url\":\"" + receiver.url() + "\",\"enabled\":false}");
                server.put("/api/notes/webhooks/deleted", receiver.hook());
                server.put("/api/notes/webhooks/on", other.hook());
                assertThat(server.delete("/api/notes/webhooks/deleted").status())
                        .isEqualTo(204);
                assertThat(server.delete("/api/notes/webhooks/deleted").status())
                        .isEqualTo(404);
                server.put("/api/notes/a", "1");
                other.awaitSequences("1");
            }
            // The delivery in progress ended with the server.
            assertThat(receiver.requests).isEmpty();
        }
    }

    @Test
    void one_that_never_answers_holds_up_nobody_else() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (WebhookReceiver receiver = WebhookReceiver.acceptingAll();
                WebhookReceiver silent = new WebhookReceiver(_ -> {
                    awaitQuietly(never);
                    return Response.of(204);
                })) {
            try (var server = serving()) {
                server.put("/api/notes/webhooks/silent", silent.hook());
                server.put("/api/notes/webhooks/all", receiver.hook());
                for (int n = 1; n <= 3; n++) server.put("/api/notes/a", "" + n);
                receiver.awaitSequences("1", "2", "3");
            } finally {
                never.countDown();
            }
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_secret_is_shown_once() throws Exception {
        try (WebhookReceiver receiver = WebhookReceiver.acceptingAll();
                var server = serving()) {
            assertThat(server.put("/api/notes/webhooks/all", receiver.hook()).body())
                    .contains("\"whsec_");
            assertThat(server.put("/api/notes/webhooks/all", receiver.hook()).body())
                    .doesNotContain("whsec_");
            assertThat(server.get("/api/notes/webhooks/all").body()).doesNotContain("whsec_");
            assertThat(server.get("/api/notes/webhooks").body()).doesNotContain("whsec_");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|#/url",
                "{\"url\":\"ftp://example.org\"}|#/url",
                "{\"url\":\"http://user:secret@example.org\"}|#/url",
                "{\"url\":\"http://\"}|#/url",
                "null|expected an object",
                "[]|expected an object",
                "{\"url\":\"http://example.org\",\"actions\":[null]}|#/actions/0",
                "{\"url\":\"http://example.org\",\"actions\":[\"MADE\"]}|#/actions/0",
                "{\"url\":\"http://example.org\",\"action\":[\"CREATED\"]}|did you mean actions?",
                "{\"url\":\"http://example.org\",\"header\":1,\"enabled\":7}|#/header",
                "{\"url\":\"http://example.org\",\"header\":1,\"enabled\":[]}|#/enabled",
                "{\"url\":\"http://example.org\",\"after\":9999999}|#/after",
                "{\"url\":\"http://example.org\",\"secret\":\"short\",\"q\":\"a:[\",\"after\":-1}|#/secret",
                "{\"url\":\"http://example.org\",\"secret\":\"short\",\"q\":\"a:[\",\"after\":-1}|#/q",
                "{\"url\":\"http://example.org\",\"secret\":\"short\",\"q\":\"a:[\",\"after\":-1}|#/after",
            })
    void what_is_no_webhook_is_refused(String body, String place) throws Exception {
        try (var server = serving()) {
            Answer refused = server.put("/api/notes/webhooks/all", body);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body()).contains(place);
            assertThat(server.put("/api/notes/webhooks/a%20b", body).status()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:9, documents.webhooks.private",
        "http://localhost, documents.webhooks.private",
        "https://[::1]/, documents.webhooks.private",
        "http://10.1.2.3, documents.webhooks.private",
        "http://192.168.1.1, documents.webhooks.private",
        "http://169.254.169.254/latest/meta-data, documents.webhooks.private",
        "http://[fd00::1], documents.webhooks.private",
        "http://[::ffff:127.0.0.1], documents.webhooks.private",
        "http://[64:ff9b::7f00:1], documents.webhooks.private",
        "http://0.0.0.0, documents.webhooks.private",
        "http://2130706433, documents.webhooks.private",
        "http://0x7f.1, names no host",
        "http://example.org:0/, must have a port from 1 to 65535",
        "http://example.org:65536/, must have a port from 1 to 65535",
    })
    void nobody_is_told_on_this_machine_or_its_network(String url, String why) throws Exception {
        try (var server = new ServedCollections(folder, InstantSource.system()).with("notes", "durable")) {
            Answer refused = server.put("/api/notes/webhooks/all", "{\"url\":\"" + url + "\"}");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body()).contains("#/url", why);
            assertThat(server.get("/api/notes/webhooks").compact()).contains("\"items\":[]");
        }
    }

    @Test
    void to_which_address_a_name_leads_is_not_told() throws Exception {
        try (var server = new ServedCollections(folder, InstantSource.system()).with("notes", "durable")) {
            assertThat(server.put("/api/notes/webhooks/all", "{\"url\":\"http://localhost\"}")
                            .body())
                    .contains("localhost has a private address")
                    .doesNotContain("127.0.0.1", "::1", "0:0:0");
        }
    }

    @Test
    void members_that_are_null_say_nothing() throws Exception {
        try (WebhookReceiver receiver = WebhookReceiver.acceptingAll();
                var server = serving()) {
            String hook = "{\"url\":\"" + receiver.url()
                    + "\",\"q\":null,\"actions\":null,\"secret\":null,\"enabled\":null,\"after\":null}";
            assertThat(server.put("/api/notes/webhooks/all", hook).status()).isEqualTo(201);
            server.put("/api/notes/a", "1");
            receiver.awaitSequences("1");
        }
    }

    @Test
    void one_that_was_allowed_before_is_not_reached_any_more() throws Exception {
        try (WebhookReceiver receiver = WebhookReceiver.acceptingAll()) {
            try (var server = serving()) {
                server.put("/api/notes/webhooks/all", receiver.hook());
            }
            try (var server = new ServedCollections(folder, InstantSource.system()).with("notes", "durable")) {
                server.put("/api/notes/a", "1");
                Eventually.until(
                        () -> server.get("/api/notes/webhooks/all").compact().contains("cannot connect to 127.0.0.1:"));
            }
            assertThat(receiver.requests).isEmpty();
        }
    }

    @Test
    void there_may_be_sixteen_of_a_collection() throws Exception {
        try (WebhookReceiver receiver = WebhookReceiver.acceptingAll();
                var server = serving()) {
            for (int n = 0; n < 16; n++) {
                assertThat(server.put("/api/notes/webhooks/n" + n, receiver.hook())
                                .status())
                        .isEqualTo(201);
            }
            assertThat(server.put("/api/notes/webhooks/more", receiver.hook()).status())
                    .isEqualTo(409);
            assertThat(server.put("/api/notes/webhooks/n3", receiver.hook()).status())
                    .isEqualTo(200);
        }
    }
}
