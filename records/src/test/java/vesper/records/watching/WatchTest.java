package vesper.records.watching;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import vesper.codec.Codec;
import vesper.http.ExchangeListener;
import vesper.http.Handler;
import vesper.http.Headers;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.client.HttpClient;
import vesper.journal.Journal;
import vesper.journal.JournalOptions;
import vesper.journal.SyncPolicy;
import vesper.records.capture.Capture;
import vesper.records.capture.Exchanges;
import vesper.records.capture.RecordingRules;
import vesper.records.capture.Routes;
import vesper.records.masks.Mask;
import vesper.records.rows.Columns;
import vesper.records.rules.MonitorRule;
import vesper.records.rules.MonitorRules;
import vesper.records.rules.ParsedRule;
import vesper.records.rules.TrackerRules;
import vesper.rest.controllers.Controllers;
import vesper.rest.routing.Router;
import vesper.testing.Eventually;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WatchTest {
    private static final CallTimes QUICK = new CallTimes(Duration.ofSeconds(10), List.of(Duration.ZERO, Duration.ZERO));

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.builder().build();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<Request> calls = new LinkedBlockingQueue<>();
    private Journal journal;
    private Capture capture;
    private ExchangeListener loop;

    @BeforeEach
    void open() throws IOException {
        journal = Journal.open(folder.resolve("journal"), new JournalOptions(8 << 20, new SyncPolicy.None()));
        capture = new Capture(_ -> journal, Routes.NONE, Clock.systemUTC(), _ -> new byte[0], 1 << 20);
        loop = capture.onEventLoop();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        journal.close();
    }

    @Test
    void each_record_of_the_rule_is_posted_to_its_url_and_no_other() throws Exception {
        try (HttpServer receiver = receiver(this::take);
                Watch watch = watch()) {
            use(watch, rule("orders", "/orders/**", "callback", url(receiver, "/audit?key=1")), rule("rest", "/**"));
            List<String> expected = new ArrayList<>();
            for (int n = 0; n < 500; n++) {
                asked("/orders/" + n);
                asked("/others/" + n);
                expected.add("/orders/" + n);
            }
            assertThat(taken(500)).containsExactlyInAnyOrderElementsOf(expected);
            Request call = calls.take();
            assertThat(call.path() + "?" + call.query()).isEqualTo("/audit?key=1");
            assertThat(call.headers().first("Content-Type")).hasValue("application/json");
            Eventually.until(() -> watch.counts().sent() == 500);
            assertThat(watch.counts()).isEqualTo(new WatchCounts(500, 0, 0));
            assertThat(told).isEmpty();
        }
    }

    @Test
    void a_path_is_a_service_of_this_process() throws Exception {
        try (Watch watch = watch(this::take)) {
            use(watch, rule("orders", "/orders/**", "callback", "/api/audit?from=monitor"));
            asked("/orders/1");
            assertThat(taken(1)).containsExactly("/orders/1");
            Request call = calls.take();
            assertThat(call).hasToString("POST /api/audit?from=monitor");
            Eventually.until(() -> watch.counts().sent() == 1);
        }
    }

    @Test
    void an_answer_that_comes_later_is_waited_for() throws Exception {
        try (Watch watch = watch(request -> Response.later(CompletableFuture.supplyAsync(() -> Response.of(409))))) {
            use(watch, rule("orders", "/**", "callback", "/api/audit"));
            asked("/orders/1");
            Eventually.until(() -> watch.counts().failed() == 1);
        }
    }

    @Test
    void what_a_callback_leads_to_is_not_told_again() throws Exception {
        Handler records = request -> {
            // Record the call twice: with its own trace, and with the trace that a service propagates.
            asked(
                    "/loop",
                    Headers.of(
                            "traceparent",
                            request.headers().first("traceparent").orElseThrow()));
            asked("/loop", request.trace().fields());
            return take(request);
        };
        try (Watch watch = watch(records)) {
            use(watch, rule("all", "/**", "callback", "/api/audit"));
            asked("/orders/1");
            assertThat(taken(1)).containsExactly("/orders/1");
            asked("/orders/2", Headers.of("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
            assertThat(taken(1)).containsExactly("/orders/2");
            Eventually.until(() -> watch.counts().sent() == 2);
            assertThat(told).isEmpty();
        }
    }

    @Test
    void who_fails_is_tried_three_times_and_who_refuses_once() throws Exception {
        AtomicInteger failing = new AtomicInteger();
        AtomicInteger refusing = new AtomicInteger();
        Handler own = request -> request.path().equals("/fails")
                ? Response.of(failing.incrementAndGet() == 6 ? 200 : 503)
                : Response.of(refusing.incrementAndGet() > 0 ? 404 : 200);
        try (Watch watch = watch(own)) {
            use(watch, rule("a", "/a", "callback", "/fails"), rule("b", "/b", "callback", "/refuses"));
            asked("/a");
            Eventually.until(() -> watch.counts().failed() == 1);
            asked("/a");
            Eventually.until(() -> watch.counts().sent() == 1);
            asked("/b");
            Eventually.until(() -> watch.counts().failed() == 2);
            assertThat(failing).hasValue(6);
            assertThat(refusing).hasValue(1);
        }
    }

    @Test
    void who_does_not_answer_holds_up_nobody_else_and_what_is_too_much_is_skipped() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger stuck = new AtomicInteger();
        Handler own = request -> {
            if (!request.path().equals("/stuck")) return take(request);
            stuck.incrementAndGet();
            end.await();
            return Response.of(200);
        };
        try (Watch watch = watch(own)) {
            // With a thousand rules, each has a queue of a hundred.
            List<MonitorRule> many = new ArrayList<>();
            many.add(rule("stuck", "/a", "callback", "/stuck"));
            many.add(rule("good", "/b", "callback", "/good"));
            IntStream.range(2, 1000).forEach(n -> many.add(rule("rule" + n, "/c" + n, "callback", "/unused")));
            use(watch, many.toArray(MonitorRule[]::new));
            for (int n = 0; n < 200; n++) asked("/a");
            asked("/b");
            assertThat(taken(1)).containsExactly("/b");
            Eventually.until(() -> stuck.get() == 4 && watch.counts().skipped() > 0);
            assertThat(watch.counts().skipped()).isBetween(95L, 100L);
            end.countDown();
            long skipped = watch.counts().skipped();
            Eventually.until(() -> watch.counts().sent() == 201 - skipped);
        }
    }

    @Test
    void a_service_that_never_ends_is_given_up() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CallTimes impatient = new CallTimes(Duration.ofMillis(20), List.of(Duration.ZERO));
        try (Watch watch = watch(
                request -> {
                    never.await();
                    return Response.of(200);
                },
                impatient)) {
            use(watch, rule("orders", "/**", "callback", "/api/audit"));
            asked("/orders/1");
            Eventually.until(() -> watch.counts().failed() == 1);
        }
    }

    /** A service that takes the record as a value and streams its answer. */
    @RestController
    public static final class Audit {
        private final AtomicInteger closed = new AtomicInteger();

        @PostMapping("/audit")
        public InputStream take(@RequestBody Map<String, Object> told) {
            return new ByteArrayInputStream(new byte[told.size()]) {
                @Override
                public void close() {
                    closed.incrementAndGet();
                }
            };
        }
    }

    @Test
    void what_a_service_holds_for_a_callback_is_let_go_of() throws Exception {
        Codec codec = new Codec(false);
        Router router = new Router(codec);
        Audit audit = new Audit();
        router.publish("audit", new Controllers(codec, Runnable::run).routesOf(audit, "/api", "WatchTest"));
        // Each record counts as a hundredth of the memory for request values, or more.
        int braces = 1 << 20;
        long becomesBytes = 64L * braces;
        int most = (int) (Runtime.getRuntime().maxMemory() / 4 / becomesBytes) + 2;
        byte[] record = ("{\"content\":\"" + "{".repeat(braces) + "\"}").getBytes(UTF_8);
        try (Watch watch = watch(router::handle, QUICK, Clock.systemUTC(), _ -> record)) {
            use(watch, rule("orders", "/**", "callback", "/api/audit"));
            for (int n = 0; n < most; n++) {
                asked("/orders/" + n);
                int told = n + 1;
                Eventually.until(
                        () -> watch.counts().sent() == told || watch.counts().failed() > 0);
            }
            assertThat(watch.counts()).isEqualTo(new WatchCounts(most, 0, 0));
            Eventually.until(() -> audit.closed.get() == most);
        }
    }

    @Test
    void what_throws_an_error_is_passed_over_and_others_are_told() throws Exception {
        AtomicInteger clockErrors = new AtomicInteger();
        InstantSource failing = () -> {
            if (clockErrors.getAndUpdate(left -> Math.max(0, left - 1)) > 0)
                throw new StackOverflowError("as the test wants it");
            return Instant.now();
        };
        RecordText text = row -> {
            String path = row.text(Columns.PATH);
            if (path.equals("/bad")) throw new LinkageError("as the test wants it");
            return path.getBytes(UTF_8);
        };
        Handler own = request -> {
            if (new String(request.body().bytes(), UTF_8).equals("/worse")) throw new StackOverflowError("the same");
            return take(request);
        };
        try (Watch watch = watch(own, QUICK, failing.withZone(ZoneOffset.UTC), text)) {
            use(watch, rule("orders", "/**", "callback", "/api/audit"));
            for (String path : List.of("/bad", "/worse", "/1")) asked(path);
            assertThat(taken(1)).containsExactly("/1");
            Eventually.until(() -> watch.counts().equals(new WatchCounts(1, 1, 1)));

            clockErrors.set(1);
            Eventually.until(() -> clockErrors.get() == 0);
            asked("/2");
            assertThat(taken(1)).as("by the same thread, or another one").containsExactly("/2");
        }
    }

    @Test
    void a_restart_goes_on_with_what_was_not_told_yet() throws Exception {
        MonitorRule orders = rule("orders", "/orders/**", "callback", "/api/audit");
        use(orders);
        asked("/orders/before");
        try (Watch watch = watch(this::take)) {
            use(watch, orders);
            asked("/orders/1");
            assertThat(taken(1)).containsExactly("/orders/1");
            Eventually.until(() -> watch.counts().sent() == 1);
        }
        asked("/orders/2");
        CountDownLatch called = new CountDownLatch(1);
        try (Watch watch = watch(
                request -> {
                    called.countDown();
                    return Response.of(503);
                },
                new CallTimes(Duration.ofSeconds(10), List.of(Duration.ofDays(1))))) {
            use(watch, orders);
            called.await();
        }
        asked("/orders/3");
        try (Watch watch = watch(this::take)) {
            use(watch, orders);
            assertThat(taken(2)).containsExactlyInAnyOrder("/orders/2", "/orders/3");
        }
        assertThat(told).isEmpty();
    }

    @Test
    void a_file_that_cannot_be_understood_begins_with_what_comes() throws Exception {
        MonitorRule orders = rule("orders", "/orders/**", "callback", "/api/audit");
        use(orders);
        asked("/orders/before");
        for (String bad : List.of(
                "",
                "vesper callbacks 1",
                "vesper callbacks 1\ntraces 0\n",
                "vesper callbacks 1\ntraces 1\nx\n",
                "\0\0")) {
            Files.writeString(folder.resolve("callbacks"), bad);
            try (Watch watch = watch(this::take)) {
                use(watch, orders);
                asked("/orders/1");
                assertThat(taken(1)).containsExactly("/orders/1");
                Eventually.until(() -> watch.counts().sent() == 1);
            }
        }
        assertThat(told).isEmpty();
    }

    @Test
    void nothing_runs_while_no_enabled_rule_wants_it() throws Exception {
        try (Watch watch = watch(this::take)) {
            use(watch, rule("plain", "/**"));
            assertThat(watch.isRunning()).isFalse();
            use(watch, rule("orders", "/**", "callback", "/api/audit", "enabled", false));
            assertThat(watch.isRunning()).isFalse();

            use(watch, rule("orders", "/**", "callback", "/api/audit"));
            assertThat(watch.isRunning()).isTrue();
            asked("/1");
            assertThat(taken(1)).containsExactly("/1");

            use(watch, rule("plain", "/**"));
            Eventually.until(() -> !watch.isRunning());
            assertThat(folder.resolve("callbacks")).doesNotExist();
            asked("/2");

            use(watch, rule("orders", "/**", "callback", "/api/audit"));
            asked("/3");
            assertThat(taken(1)).as("not what came while nobody wanted it").containsExactly("/3");
        }
    }

    @Test
    void an_alert_is_posted_to_its_webhook() throws Exception {
        try (HttpServer receiver = receiver(this::take);
                Watch watch = watch()) {
            Map<String, Object> alert = Map.of("matches", 2, "webhook", url(receiver, "/hook"));
            use(watch, rule("orders", "/**", "alert", alert));
            for (int n = 0; n < 20; n++) asked("/orders/1");
            assertThat(taken(1).getFirst()).contains("rule=orders", "kind=matches", "state=BEGUN");
            assertThat(told).isEmpty();
        }
    }

    private static MonitorRule rule(String name, String path, Object... more) {
        Map<String, Object> fields = new HashMap<>(Map.of("name", name, "path", path));
        for (int i = 0; i < more.length; i += 2) fields.put(String.valueOf(more[i]), more[i + 1]);
        return switch (MonitorRule.understood(name, fields)) {
            case ParsedRule.Valid<MonitorRule>(var rule) -> rule;
            case ParsedRule.Invalid<MonitorRule>(var bad) -> throw new AssertionError(bad);
        };
    }

    private Watch watch() {
        return watch(_ -> Response.of(500));
    }

    private Watch watch(Handler own) {
        return watch(own, QUICK);
    }

    private Watch watch(Handler own, CallTimes times) {
        return watch(
                own, times, Clock.systemUTC(), row -> row.text(Columns.PATH).getBytes(UTF_8));
    }

    private Watch watch(Handler own, CallTimes times, Clock clock, RecordText recordText) {
        return Watch.of(
                folder.resolve("callbacks"),
                clock,
                recordText,
                value -> value.toString().getBytes(UTF_8),
                client,
                own,
                times);
    }

    private void use(Watch watch, MonitorRule... changed) {
        watch.use(List.of(changed), List.of(journal));
        use(changed);
    }

    private void use(MonitorRule... changed) {
        capture.setRules(new RecordingRules(MonitorRules.of(List.of(changed)), TrackerRules.NONE, Mask.DEFAULT));
    }

    private void asked(String path) {
        asked(path, Headers.NONE);
    }

    /** Records an exchange as a server would, but from any thread. */
    private synchronized void asked(String path, Headers headers) {
        Request request = Request.of(Method.GET, path, headers, new byte[0]);
        long now = System.currentTimeMillis();
        loop.finished(Exchanges.answeredAt(now, request, Response.of(200)));
    }

    private Response take(Request request) throws IOException {
        calls.add(request);
        told.add(new String(request.body().bytes(), UTF_8));
        return Response.of(204);
    }

    private List<String> taken(int count) throws InterruptedException {
        List<String> taken = new ArrayList<>();
        while (taken.size() < count) {
            String one = told.poll(20, TimeUnit.SECONDS);
            assertThat(one).as("after %s", taken).isNotNull();
            taken.add(one);
        }
        return taken;
    }

    private static HttpServer receiver(Handler handler) throws IOException {
        return HttpServer.start(HttpSettings.DEFAULTS, handler, List.of());
    }

    private static String url(HttpServer server, String target) {
        return "http://127.0.0.1:" + server.address().getPort() + target;
    }
}
