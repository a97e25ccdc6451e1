package vesper.records.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.client.ClientRequest;
import vesper.http.client.HttpClient;
import vesper.records.rules.RuleChange;
import vesper.records.rules.TrackerRule;
import vesper.records.rules.TrackerRules;
import vesper.records.rules.TrackerScope;
import vesper.records.store.StoreOptions;
import vesper.testing.Eventually;

/** A server that records its exchanges and receives the callbacks itself. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class CallbacksTest {
    private static final RecordingSettings SETTINGS =
            new RecordingSettings(true, false, false, List.of(), StoreOptions.DEFAULTS, 16 << 20);

    @TempDir
    Path folder;

    private final Codec codec = new Codec(false);
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    private final Set<InetAddress> callers = ConcurrentHashMap.newKeySet();

    private Response answer(Request request) throws IOException {
        callers.add(request.remoteAddress().getAddress());
        if (request.path().startsWith("/audit"))
            told.add(new String(request.body().bytes(), StandardCharsets.UTF_8));
        return Response.of(200).header("Content-Type", "text/plain").body("hi".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_url_of_the_server_itself_is_recorded_and_not_called_back_about() throws Exception {
        try (HttpClient client = HttpClient.builder().build();
                Records records = records(client);
                HttpServer server = serve(records)) {
            records.start(server::exchanges);
            String url = "http://127.0.0.1:" + server.address().getPort();
            add(records, Map.of("name", "all", "path", "/**", "keep", List.of("bodies"), "callback", url + "/audit"));

            assertThat(client.exchange(ClientRequest.post(url + "/orders/1").json("{\"word\":1}"))
                            .status())
                    .isEqualTo(200);
            String record = told.poll(20, TimeUnit.SECONDS);
            assertThat(record)
                    .contains("\"rule\":\"all\"", "\"url\":\"/orders/1\"", "\"method\":\"POST\"", "\"status\":200")
                    .contains("\"content\":\"{\\\"word\\\":1}\"", "\"content\":\"hi\"");

            Eventually.until(() -> records.kept() == 2);
            assertThat(client.exchange(ClientRequest.get(url + "/orders/2")).status())
                    .isEqualTo(200);
            assertThat(told.poll(20, TimeUnit.SECONDS)).contains("/orders/2");
            Eventually.until(() -> records.kept() == 4 && records.callbacks().sent() == 2);
            assertThat(told).isEmpty();
        }
    }

    @Test
    void a_path_is_answered_by_the_server_without_being_recorded() throws Exception {
        try (HttpClient client = HttpClient.builder().build();
                Records records = records(client);
                HttpServer server = serve(records)) {
            records.start(server::exchanges);
            add(records, Map.of("name", "all", "path", "/**", "callback", "/audit"));
            String url = "http://127.0.0.1:" + server.address().getPort();
            for (int n = 1; n <= 20; n++) {
                assertThat(client.exchange(ClientRequest.get(url + "/orders/" + n))
                                .status())
                        .isEqualTo(200);
                assertThat(told.poll(20, TimeUnit.SECONDS)).contains("/orders/" + n);
            }
            assertThat(records.kept()).isEqualTo(20);
            // In-process callbacks come from 0.0.0.0 rather than loopback, so they do not get operator access.
            assertThat(callers)
                    .containsExactlyInAnyOrder(InetAddress.getLoopbackAddress(), new InetSocketAddress(0).getAddress());
            assertThat(told).isEmpty();
        }
    }

    @Test
    void a_rule_cannot_call_what_is_answered_to_operators_only() throws Exception {
        try (HttpClient client = HttpClient.builder().build();
                Records records = records(client)) {
            for (String path : List.of(
                    "/admin/tracker/resubmit?q=method:GET&dryRun=false&again=true",
                    "/%61dmin//packages/a/stop",
                    "/metrics",
                    "/admin")) {
                assertThat(records.monitorRules().add(Map.of("name", "loop", "callback", path)))
                        .as(path)
                        .isInstanceOf(RuleChange.Wrong.class);
            }
        }
    }

    @Test
    void neither_a_callback_nor_the_monitor_shows_more_than_the_rule_keeps_while_the_tracker_keeps_all()
            throws Exception {
        RecordingSettings both = new RecordingSettings(true, false, true, List.of(), StoreOptions.DEFAULTS, 16 << 20);
        TrackerRules everything = TrackerRules.of(List.of(TrackerRule.tracking("/orders/**", TrackerScope.ALL)));
        try (HttpClient client = HttpClient.builder().build();
                Records records = TestRecords.open(folder, both, everything, client);
                HttpServer server = serve(records)) {
            records.start(server::exchanges);
            add(records, Map.of("name", "facts", "path", "/orders/1", "callback", "/audit"));
            add(records, rule("beginning", "/orders/2", "bodyBytes", 5, "keep", List.of("bodies")));
            add(records, rule("fields", "/orders/3", "mask", List.of("x-pin"), "keep", List.of("headers", "query")));
            String url = "http://127.0.0.1:" + server.address().getPort() + "/orders/";

            for (int n = 1; n <= 3; n++) {
                ClientRequest order = ClientRequest.post(url + n + "?q=asked")
                        .header("X-Pin", "hush")
                        .header("X-Shop", "field")
                        .json("{\"word\":1}");
                assertThat(client.exchange(order).status()).isEqualTo(200);
                assertThatTheRuleBounds(n, told.poll(20, TimeUnit.SECONDS));
            }
            records.monitorRules().remove("facts", OptionalLong.empty());
            SearchParameters all = SearchParameters.page("", null, null, "10");
            RecordPage<?> found = new MonitorController(records).found(all, Map.of());
            for (int n = 1; n <= 3; n++)
                assertThatTheRuleBounds(n, text(found.items().get(3 - n)));

            RecordPage<?> tracked = new TrackerController(records).found(all, Map.of());
            assertThat(tracked.items())
                    .hasSize(3)
                    .allSatisfy(one -> assertThat(text(one))
                            .contains("/orders/", "?q=asked", "{\\\"word\\\":1}", "\"payload\":\"hi\""));
        }
    }

    private static Map<String, ?> rule(
            String name, String path, String field, Object value, String other, Object with) {
        return Map.of("name", name, "path", path, field, value, other, with, "callback", "/audit");
    }

    private static void assertThatTheRuleBounds(int order, String record) {
        assertThat(record).contains("\"method\":\"POST\"", "\"trackerId\":", "\"bytesIn\":10");
        switch (order) {
            case 1 ->
                assertThat(record)
                        .contains("\"url\":\"/orders/1\"")
                        .doesNotContain("headers", "content", "asked", "field", "word", "hush");
            case 2 ->
                assertThat(record)
                        .contains("\"url\":\"/orders/2\"", "\"content\":\"{\\\"wor\",\"cut\":true")
                        .contains("\"content\":\"hi\",\"cut\":false")
                        .doesNotContain("headers", "asked", "field", "hush");
            default ->
                assertThat(record)
                        .contains("\"url\":\"/orders/3?q=asked\"", "\"X-Shop\":\"field\"", "\"X-Pin\":\"***\"")
                        .doesNotContain("word", "\"content\"", "hush");
        }
    }

    private String text(Object value) {
        return new String(codec.write(MediaFormat.JSON, value), StandardCharsets.UTF_8);
    }

    private Records records(HttpClient client) throws IOException {
        return TestRecords.open(folder, SETTINGS, TrackerRules.NONE, client);
    }

    private HttpServer serve(Records records) throws IOException {
        return HttpServer.start(
                HttpSettings.DEFAULTS, TestRecords.around(records, this::answer), List.of(records.listener()));
    }

    private static void add(Records records, Map<String, ?> rule) {
        assertThat(records.monitorRules().add(rule)).isInstanceOf(RuleChange.Stored.class);
    }
}
