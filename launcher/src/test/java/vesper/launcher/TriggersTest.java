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
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** Work that triggers start: it is recorded, throttled and listed like requests. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TriggersTest {
    private static final String TIMERS = """
            import java.time.Duration
            import vesper.records.Tracker
            import vesper.services.*
            @DocumentService(collection = 'orders', state = Order)
            class Orders {
                static record Order(int left) { }
                @OnCreate Order created(Order order, Timers timers) { timers.after('tick', Duration.ofMillis(1)); order }
                @OnTimer('tick') Order tick(Order order, Timers timers) {
                    Tracker.current().log('ticked with ' + order.left())
                    if (order.left() == 13) throw new IllegalStateException('unlucky')
                    if (order.left() > 1) timers.after('tick', Duration.ofMillis(1))
                    new Order(order.left() - 1)
                }
            }
            """;

    private @TempDir Path packages;
    private @TempDir Path data;
    private final HttpClient client = HttpClient.newHttpClient();

    private void source(String path, String code) throws Exception {
        Path file = packages.resolve(path);
        Files.createDirectories(file.resolve("..").normalize());
        Files.writeString(file, code);
    }

    private String send(RunningVesper server, String method, String path, String body) throws Exception {
        URI uri = server.address().resolve(path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Accept", "application/json")
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isLessThan(300);
        return response.body();
    }

    private String transactions(RunningVesper server, String query) throws Exception {
        return send(server, "GET", "/admin/tracker/transactions?q=" + query, "");
    }

    @Test
    void a_timer_that_fires_is_a_transaction_if_a_rule_wants_it() throws Exception {
        source("shop/code/Orders.groovy", TIMERS);
        source("shop/conf/trackers.xml", """
                <trackers><tracker pattern="/timers/orders/**" scope="all"/></trackers>
                """);

        try (RunningVesper server = RunningVesper.serving(packages, data, "tracker.enabled=true")) {
            send(server, "PUT", "/api/orders/a", "{\"left\":3}");
            Eventually.until(
                    "it is over",
                    () -> send(server, "GET", "/api/orders/a", "")
                            .replace(" ", "")
                            .contains("\"left\":0"));
            Eventually.until(
                    "recorded", () -> transactions(server, "kind:timer").split("/timers/orders/tick/a").length == 4);
            assertThat(transactions(server, "kind:timer&limit=0&facets=kind")).contains("\"timer\" :");
            String found = transactions(server, "kind:timer+log:ticked");
            assertThat(found).contains("\"TIMER\"", "ticked with 3");
            assertThat(transactions(server, "kind:request")).doesNotContain("/timers/");
            assertThat(transactions(server, "package:shop+kind:timer")).contains("/timers/orders/tick/a");
            assertThat(send(server, "GET", "/admin/endpoints/timer:orders", ""))
                    .contains("\"STARTED\"", "\"invocations\" : 3", "\"package\" : \"shop\"");
        }
    }

    @Test
    void a_timer_that_throws_is_recorded_as_failed_with_the_reason() throws Exception {
        source("shop/code/Orders.groovy", TIMERS);
        source("shop/conf/trackers.xml", """
                <trackers><tracker pattern="/timers/**" scope="all"/></trackers>
                """);

        try (RunningVesper server = RunningVesper.serving(packages, data, "tracker.enabled=true")) {
            send(server, "PUT", "/api/orders/a", "{\"left\":13}");
            Eventually.until(
                    "recorded",
                    () -> transactions(server, "kind:timer+status:500").contains("unlucky"));
            assertThat(send(server, "GET", "/admin/endpoints", "")).contains("\"lastError\" : \"unlucky\"");
        }
    }

    @Test
    void without_a_rule_for_it_a_timer_leaves_no_record() throws Exception {
        source("shop/code/Orders.groovy", TIMERS);

        try (RunningVesper server = RunningVesper.serving(packages, data, "tracker.enabled=true")) {
            send(server, "PUT", "/api/orders/a", "{\"left\":1}");
            Eventually.until(
                    "it is over",
                    () -> send(server, "GET", "/api/orders/a", "")
                            .replace(" ", "")
                            .contains("\"left\":0"));
            Eventually.until(
                    "recorded", () -> transactions(server, "kind:request").contains("/api/orders/a"));
            assertThat(transactions(server, "kind:timer")).doesNotContain("/timers/");
        }
    }

    @Test
    void a_paused_trigger_does_not_fire_until_it_is_started() throws Exception {
        source("shop/code/Orders.groovy", TIMERS);

        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            assertThat(send(server, "POST", "/admin/endpoints/timer:orders/pause", ""))
                    .contains("\"PAUSED\"");
            send(server, "PUT", "/api/orders/a", "{\"left\":1}");
            send(server, "PUT", "/api/orders/b", "{\"left\":1}");
            assertThat(send(server, "GET", "/api/orders/a", "").replace(" ", ""))
                    .contains("\"left\":1");
            assertThat(send(server, "GET", "/admin/endpoints/timer:orders", "")).contains("\"invocations\" : 0");
            assertThat(send(server, "POST", "/admin/endpoints/timer:orders/start", ""))
                    .contains("\"STARTED\"");
            Eventually.until(
                    "it is over",
                    () -> send(server, "GET", "/api/orders/a", "")
                            .replace(" ", "")
                            .contains("\"left\":0"));
            assertThat(send(server, "GET", "/admin/audit", "")).contains("trigger:timer:orders");
        }
    }

    @Test
    void work_that_runs_is_listed_and_can_be_interrupted() throws Exception {
        source("shop/code/Waiting.groovy", """
                import vesper.services.*
                @TaskService(collection = 'waits')
                class Waiting {
                    @RunTask String wait(String input) { Thread.sleep(600_000); input }
                }
                """);

        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            send(server, "POST", "/api/waits", "\"a\"");
            Eventually.until(
                    "it runs", () -> send(server, "GET", "/admin/requests", "").contains("\"TASK\""));
            String running = send(server, "GET", "/admin/requests", "");
            assertThat(running).contains("task:waits:1", "/tasks/waits/", "\"package\" : \"shop\"");
            assertThat(status(server, "/admin/requests/task:waits:1/interrupt")).isEqualTo(204);
            Eventually.until(
                    "it ended", () -> send(server, "GET", "/api/waits", "").contains("FAILED"));
            assertThat(status(server, "/admin/requests/task:waits:1/interrupt")).isEqualTo(404);
        }
    }

    @Test
    void callbacks_and_resubmissions_are_triggers_of_the_server() throws Exception {
        source("shop/code/Orders.groovy", TIMERS);

        try (RunningVesper server = RunningVesper.serving(packages, data, "tracker.enabled=true")) {
            assertThat(send(server, "GET", "/admin/endpoints/callback:monitor", ""))
                    .contains("\"STARTED\"");
            send(server, "PUT", "/api/orders/a", "{\"left\":1}");
            Eventually.until(
                    "recorded", () -> transactions(server, "kind:request").contains("/api/orders/a"));
            String id = transactions(server, "kind:request+url:/api/orders/a")
                    .replaceAll("(?s).*?\"id\" : \"([^\"]+)\".*", "$1");
            send(server, "POST", "/admin/endpoints/resubmission:tracker/pause", "");
            assertThat(status(server, "/admin/tracker/transactions/" + id + "/resubmit"))
                    .isEqualTo(409);
            send(server, "POST", "/admin/endpoints/resubmission:tracker/start", "");
            assertThat(status(server, "/admin/tracker/transactions/" + id + "/resubmit"))
                    .isEqualTo(200);
            assertThat(send(server, "GET", "/admin/endpoints/resubmission:tracker", ""))
                    .contains("\"invocations\" : 1");
        }
    }

    private int status(RunningVesper server, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"))
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }

    @Test
    void a_trigger_of_a_package_is_recorded_and_ends_with_it() throws Exception {
        source("shop/code/Ticks.groovy", """
                import java.util.concurrent.*
                import vesper.rest.triggers.*
                class Ticks implements Trigger {
                    private ScheduledExecutorService timer
                    String kind() { 'tick' }
                    String name() { 'every-second' }
                    void start(Invoker invoker) {
                        timer = Executors.newSingleThreadScheduledExecutor()
                        timer.scheduleAtFixedRate({ invoker.invoke('/ticks/every second') { 'done' } }, 0, 1, TimeUnit.SECONDS)
                    }
                    void stop() { timer.shutdownNow() }
                }
                """);

        try (RunningVesper server = RunningVesper.serving(packages, data, "monitor.always=true")) {
            Eventually.until(
                    "two ticks",
                    () -> send(server, "GET", "/admin/monitor/records?q=kind:tick", "")
                                    .split("/ticks/every%20second")
                                    .length
                            > 2);
            send(server, "POST", "/admin/packages/shop/stop", "");
            assertThat(send(server, "GET", "/admin/endpoints", "")).doesNotContain("every-second");
        }
    }
}
